import { afterAll, beforeAll } from "vitest";
import type { Verdict } from "../setup/backend";
import { isInTurn } from "../setup/turn";
import { everyModule, isScreen } from "./addresses";
import { openStage, type Stage } from "./stage";
import { walk } from "./walk";
import { openWorld } from "./world";

// A server in trouble: it fails, is silent, talks nonsense, or wants to be paid. Who one is it has told before.

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close());

const json = (status: number, body: unknown): Verdict => ({ status, body: JSON.stringify(body) });
const error = (code: number, message: string) => json(code, { error: { code, status: "no", message } });
/** Who one is, and what the server is. */
const IDENTITY = /^\/(_user|arc\/plan)?$/;
const pathOf = (path: string) => path.split("?")[0] ?? "";
/** One in `of` of the screens, others with each commit and each `turn`. */
const screens = (level: "cluster" | "app", { of, turn = 0 }: { of: number; turn?: number }) =>
  everyModule(level)
    .filter(isScreen)
    .filter((_, at) => isInTurn(at + turn, of));

const TIMEOUT = 400;
const silent = () => new Promise<Verdict>((resolve) => setTimeout(() => resolve("break"), 4 * TIMEOUT));

walk({
  spec: { name: "a server that fails", server: "fails", who: "admin" },
  open: (spec) =>
    openWorld({
      stage,
      spec,
      decide: (path) =>
        IDENTITY.test(pathOf(path)) ? "pass" : json(503, { error: { type: "odd", reason: "odd words" } }),
    }),
  addresses: () => screens("cluster", { of: 2 }),
});

walk({
  spec: { name: "a server that is silent", server: "hangs", who: "admin" },
  open: (spec) =>
    openWorld({
      stage,
      spec,
      env: { BACKEND_TIMEOUT_MS: String(TIMEOUT) },
      decide: (path) => (IDENTITY.test(pathOf(path)) ? "pass" : silent()),
    }),
  addresses: () => screens("app", { of: 2, turn: 1 }),
  atOnce: 16,
});

walk({
  spec: { name: "a server that talks nonsense", server: "lies", who: "admin" },
  open: (spec) =>
    openWorld({
      stage,
      spec,
      decide: (path) => (IDENTITY.test(pathOf(path)) ? "pass" : json(200, { hello: ["world"] })),
    }),
  addresses: () => screens("cluster", { of: 2 }),
});

/** What a server answers that is not paid for. */
const EXEMPT = /^\/arc\/(plan|subscription|health|_health)\b/;
const overdue = JSON.stringify({
  ...{ tier: "2021-starter", billing_type: "arc", tier_validity: 1_767_225_600, time_validity: -864_000 },
});
const unpaid: [what: string, decide: (path: string) => Verdict][] = [
  [
    "of which all is overdue",
    (path) =>
      path === "/arc/plan"
        ? { status: 200, body: overdue }
        : EXEMPT.test(path)
          ? "pass"
          : error(402, "Payment required"),
  ],
  ["that its account service does not know", () => error(400, "No arc instance found with the APPBASE_ID")],
  ["whose calls are refused", (path) => (IDENTITY.test(path) ? "pass" : error(402, "Payment required"))],
  [
    "without a feature in its plan",
    (path) =>
      IDENTITY.test(path)
        ? "pass"
        : error(402, "Odd things are not available for the free plan users, please upgrade to a higher plan."),
  ],
];
unpaid.forEach(([what, decide], at) =>
  walk({
    spec: { name: `a server ${what}`, server: "unpaid", who: "admin" },
    open: (spec) => openWorld({ stage, spec, decide: (path) => decide(pathOf(path)) }),
    addresses: () => screens(at % 2 === 0 ? "app" : "cluster", { of: 3, turn: at }),
  }),
);
