import { afterAll, beforeAll } from "vitest";
import { sampleIndex } from "../e2e/support/screens";
import { isInTurn } from "../setup/turn";
import { type Address, everyMount } from "./addresses";
import { routeAt } from "./routed";
import { openStage, type Stage } from "./stage";
import { walk } from "./walk";
import { openWorld, type Person } from "./world";

// Who may do little: nothing that is offered leads to a refusal. Whether what is not his is refused: rights.test.ts.

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close());

const HOME: Address = { path: "/", file: "", kind: "redirect" };
const SOME = [`${sampleIndex.slice(0, -2)}*`];
const people: Person[] = [
  { name: "whoever develops some indices", actions: ["develop"], indices: SOME },
  { name: "whoever develops and tunes some indices", actions: ["develop", "search-relevancy"], indices: SOME },
  { name: "whoever has no index yet", actions: ["develop"], indices: [] },
  { name: "whoever develops all indices", actions: ["develop"], indices: ["*"] },
  { name: "whoever tunes relevance", actions: ["search-relevancy"], indices: ["*"] },
  { name: "whoever reads analytics", actions: ["analytics"], indices: ["*"] },
  { name: "whoever reads analytics of some indices", actions: ["analytics"], indices: SOME },
  { name: "whoever manages users", actions: ["user-management"], indices: ["*"] },
  { name: "whoever gives out credentials", actions: ["access-control"], indices: ["*"] },
  { name: "whoever looks after the speed", actions: ["speed"], indices: ["*"] },
];

const routeOf = (path: string) => routeAt(new URL(path, "http://console.test").pathname)?.id;

/** Of how many addresses each of them opens one, others with each commit and for each of them. */
const OF = 3;

people.forEach((who, person) =>
  walk({
    spec: { name: who.name, server: "sound", who },
    open: (spec) => openWorld({ stage, spec }),
    async addresses(world) {
      const { headers } = await world.visit(HOME);
      // Where he comes in is always looked at: from there he is offered the others.
      const first = routeOf(headers.get("Location") ?? "/cluster");
      const some = everyMount().filter(({ path }, at) => isInTurn(at + person, OF) || routeOf(path) === first);
      return [HOME, ...some];
    },
  }),
);
