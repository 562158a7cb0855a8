import { afterAll, beforeAll, expect, it } from "vitest";
import { data, redirect } from "@remix-run/node";
import { type FormsConsole, formsOf, openFormsConsole } from "../../setup/forms/console";
import type { PageForm } from "../../setup/page-forms";
import { lies } from "../forms/lies";
import { answering, problemWith, replied } from "./answering";
import { type Change, plant } from "./plant";

// Forms that are wrong where the server fails, each found by what every form is judged by.

const PAGE = "/cluster/sync-preferences";
const lie = lies.find(({ what }) => what === "500")!;

let held: FormsConsole;
let form: PageForm;
beforeAll(async () => {
  held = await openFormsConsole();
  const [found] = await formsOf({ pages: [PAGE], open: held.open }).then((all) =>
    all.filter(({ action }) => action.startsWith(PAGE)),
  );
  if (!found) throw new Error(`${PAGE} has no form`);
  form = { ...found, entries: found.entries.map(([name, value]) => [name, name === "interval" ? "77" : value]) };
}, 120_000);
afterAll(() => held.close());

const faults: { what: string; change: Change; says: RegExp }[] = [
  {
    what: "a form that forgets what was typed",
    change: answering((own) => replied(own, { initialValue: {} })),
    says: /without what was typed: interval/,
  },
  {
    what: "a failure told as a success",
    change: answering(() => redirect("/cluster")),
    says: /led to \/cluster/,
  },
  {
    what: "a failure without words",
    change: answering((own) => replied(own, { error: { "": ["No."] } })),
    says: /does not say/,
  },
  {
    what: "a failure with the status of a success",
    change: answering((own) => data(own.data, { status: 200 })),
    says: /^200/,
  },
  {
    what: "a form that falls over",
    change: answering(() => {
      throw new TypeError("x is not a function");
    }),
    says: /without the sidebar|does not say|without what was typed/,
  },
];

it.each(faults)("$what", async ({ change, says }) => {
  const take = plant({ build: held.build, path: PAGE, change });
  const found = await problemWith(held, form, lie);
  take();
  expect(found).toMatch(says);
  expect(await problemWith(held, form, lie)).toBeUndefined();
});
