import { afterAll, beforeAll, expect, it } from "vitest";
import { redirect } from "@remix-run/node";
import { samplePipeline } from "../../../e2e/support/screens";
import { type FormsConsole, formsOf, openFormsConsole } from "../../../setup/forms/console";
import { asMeant } from "../../../setup/forms/filled";
import type { PageForm } from "../../../setup/page-forms";
import { sampleEnv } from "../../../setup/seeds/run";
import { lies } from "../../forms/lies";
import { answering, problemWith, replied } from "../answering";
import { type Change, plant } from "../plant";

// Forms of pipelines that are wrong where the server fails, each found by what every form is judged by.

const lie = lies.find(({ what }) => what === "a connection that breaks")!;
const LIST = "/cluster/pipelines";
const EDITOR = `${LIST}/${samplePipeline}`;
const VARIABLE = `/cluster/global-envs/${sampleEnv.key}`;

let held: FormsConsole;
beforeAll(async () => {
  held = await openFormsConsole();
}, 120_000);
afterAll(() => held.close());

/** The form of a page that a button sends, with what somebody typed. */
async function formAt(page: string, button: string, typed: Record<string, string>): Promise<PageForm> {
  const all = (await formsOf({ pages: [page], open: held.open })).map(asMeant);
  const found = all.find(({ entries }) => entries.some((entry) => entry.join("=") === button));
  if (!found) throw new Error(`${page} has no form with ${button}`);
  return { ...found, entries: found.entries.map(([name, value]) => [name, typed[name] ?? value]) };
}

type Fault = {
  what: string;
  page: string;
  button: string;
  typed?: Record<string, string>;
  change: Change;
  says: RegExp;
};

const STAGE = { page: `${EDITOR}?stage=fetch`, button: "then=save-new", typed: { stageTrigger: "envs.typed == 'so'" } };
const KEPT = { page: VARIABLE, button: "intent=save-global-env", typed: { label: "Typed" } };
const SWITCHED = { page: LIST, button: "intent=switch-pipeline" };

const faults: Fault[] = [
  {
    ...STAGE,
    what: "a form of a stage that forgets what was typed where the save fails",
    change: answering((own) => replied(own, { initialValue: {} })),
    says: /without what was typed: .*stageTrigger/,
  },
  {
    ...STAGE,
    what: "a version that is told as saved where the server did not answer",
    change: answering(() => redirect(EDITOR)),
    says: /led to \/cluster\/pipelines/,
  },
  {
    ...STAGE,
    what: "a save that fails and does not say so",
    change: answering((own) => replied(own, { error: { "": ["No."] } })),
    says: /does not say/,
  },
  {
    ...KEPT,
    what: "a global variable whose label is forgotten where the save fails",
    change: answering((own) => replied(own, { initialValue: {} })),
    says: /without what was typed: .*label/,
  },
  {
    ...SWITCHED,
    what: "a switch that is told as done where the server did not answer",
    change: answering(() => redirect(LIST)),
    says: /led to \/cluster\/pipelines/,
  },
];

it.each(faults)("$what", async ({ page, button, typed = {}, change, says }) => {
  const form = await formAt(page, button, typed);
  const take = plant({ build: held.build, path: new URL(page, "http://console.test").pathname, change });
  const found = await problemWith(held, form, lie);
  take();
  expect(found).toMatch(says);
  expect(await problemWith(held, form, lie)).toBeUndefined();
});
