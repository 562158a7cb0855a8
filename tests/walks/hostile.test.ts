import { afterAll, beforeAll } from "vitest";
import { lyingAnswer } from "../setup/hostile/lies";
import { hostilePages, seedConsole, seedServer } from "../setup/hostile/stored";
import { everyModule, stateful } from "./addresses";
import { openStage, type Stage } from "./stage";
import { walk } from "./walk";
import { openWorld } from "./world";

// Markup in everything that is stored, before a server that lies about the rest: each text that it could choose.

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(({ call }) => seedServer(call));
}, 60_000);
afterAll(() => stage.close());

walk({
  spec: { name: "a server full of markup", server: "hostile", who: "admin" },
  open: (spec) => {
    const lying = lyingAnswer({ backend: stage.backend.url, lie: "both" });
    return openWorld({
      stage,
      spec,
      decide: (...call) => lying(...call),
      own: ({ context, server, person }) => {
        const { dataDir, sessionSecrets: secrets } = context.config;
        seedConsole({ dataDir, server, person, secrets });
      },
    });
  },
  addresses: () => [...everyModule("app"), ...stateful(hostilePages())],
});
