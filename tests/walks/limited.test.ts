import { afterAll, beforeAll } from "vitest";
import { sampleIndex } from "../e2e/support/screens";
import { type Address, everyMount } from "./addresses";
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

people.forEach((who) =>
  walk({
    spec: { name: who.name, server: "sound", who },
    open: (spec) => openWorld({ stage, spec }),
    addresses: () => [HOME, ...everyMount()],
  }),
);
