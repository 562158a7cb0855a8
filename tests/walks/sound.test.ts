import { afterAll, beforeAll, expect, it } from "vitest";
import { type Address, everyModule, everyMount, isScreen, stateful } from "./addresses";
import { seedCrowd } from "./crowd";
import { openStage, type Stage } from "./stage";
import { walk } from "./walk";
import { openWorld } from "./world";

// A server that works: as its admin, as nobody, and where it may only be read.

let stage: Stage;
let crowded: Stage;
beforeAll(async () => {
  stage = await openStage();
  crowded = await openStage(seedCrowd);
}, 60_000);
afterAll(async () => {
  await stage.close();
  await crowded.close();
});

it("the table was read, and each parameter of a path has a value", () => {
  const all = everyMount();
  expect(all.length).toBeGreaterThan(process.env["WALK_ONLY"] === undefined ? 300 : 0);
  expect(all.filter(({ path }) => path.includes(":"))).toEqual([]);
});

walk({
  spec: { name: "an admin at a server that works", server: "sound", who: "admin" },
  open: (spec) => openWorld({ stage, spec }),
  addresses: async (world) => [...everyMount(), ...stateful(await world.begun())],
});

walk({
  spec: { name: "nobody", server: "sound", who: "nobody" },
  open: (spec) => openWorld({ stage, spec }),
  addresses: () => everyMount(),
});

walk({
  spec: { name: "an admin at a server that may only be read", server: "read-only", who: "admin" },
  open: (spec) => openWorld({ stage, spec }),
  addresses: () => everyModule("app"),
});

const TEN = (address: Address): Address => ({ ...address, path: `${address.path}?size=10` });
walk({
  spec: { name: "an admin at a server with many of each thing", server: "sound", who: "admin" },
  open: async (spec) => openWorld({ stage: crowded, spec }),
  addresses: () => everyModule("cluster").filter(isScreen).map(TEN),
});
