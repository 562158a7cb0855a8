import { afterAll, beforeAll, expect, it } from "vitest";
import { complaints } from "../walk";
import { seedCrowd } from "../crowd";
import { openStage, type Stage } from "../stage";
import { openWorld, type World } from "../world";
import { type Fault, faults, HOME, specOf, type Where } from "./faults";
import { plant } from "./plant";

// Each fault is put into a page, found by the check whose business it is, and taken out: then the same check finds
// nothing. A check that stops looking fails here.

let stage: Stage;
const worlds = new Map<Where, Promise<World>>();
beforeAll(async () => {
  stage = await openStage(seedCrowd);
}, 60_000);
afterAll(async () => {
  for (const world of worlds.values()) await (await world).close();
  await stage.close();
});

const IDENTITY = /^\/(_user|arc\/plan)?(\?|$)/;
const troubled = (status: number, message: string) => (path: string) =>
  IDENTITY.test(path) ? ("pass" as const) : { status, body: JSON.stringify({ error: { code: status, message } }) };
const DECIDES: Partial<Record<Where, ReturnType<typeof troubled>>> = {
  fails: troubled(503, "odd words"),
  unpaid: troubled(402, "Payment required"),
};

function worldOf(where: Where): Promise<World> {
  const known = worlds.get(where);
  if (known) return known;
  const decide = DECIDES[where];
  const opened = openWorld({ stage, spec: specOf(where), ...(decide && { decide }) });
  worlds.set(where, opened);
  return opened;
}

/** What the check says of the page of a fault, as it is now. */
async function said({ by, in: where = "sound", at = HOME, from }: Fault): Promise<string[]> {
  const world = await worldOf(where);
  // What links lead to is judged from where one comes in.
  const paths = from ? ["/", "/cluster", ...from, at] : [at];
  const visits = [];
  for (const path of paths) visits.push(await world.visit({ path, file: "", kind: "page" }));
  return (await complaints(by, { world, visits })).filter((one) => !/the reason stands/.test(one));
}

it.each(faults)("$by.says: $what", async (fault) => {
  const { console } = await worldOf(fault.in ?? "sound");
  const take = plant({ build: console.build, path: new URL(fault.at ?? HOME, "http://console.test").pathname, change: fault.change }); // prettier-ignore
  const found = await said(fault);
  take();
  expect(found.join("\n")).not.toBe("");
  expect(await said(fault)).toEqual([]);
});

it("has a fault for every check", async () => {
  const { checks } = await import("../checks");
  expect(checks.filter((check) => !faults.some(({ by }) => by === check)).map(({ says }) => says)).toEqual([]);
});
