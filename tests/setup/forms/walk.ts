import { rights } from "~/lib/access-control/rights";
import { type Entry, listEntries } from "~/services/platform/changes/log-store.server";
import { sampleIndex } from "../../e2e/support/screens";
import { startTestBackend, type TestBackend } from "../backend";
import { type PageForm, postingForms } from "../page-forms";
import { type FormsConsole, keyOf, withState } from "./console";
import { asMeant } from "./filled";
import { otherIndex, seedServer } from "./seed";

// A walk through all forms, filled in as somebody who means it does, and through those of the pages that they lead to.
// Their changes go to a twin, so that what is read stays as it is, whatever was posted before.

const secondRule = {
  ...{
    id: "second-rule",
    name: "Second",
    enabled: true,
    order: 2,
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
  },
  ...{
    trigger: { type: "filter", expression: "$query == 'second'" },
    actions: [{ type: "custom_data", data: '{"banner":"second"}' }],
  },
};

/** What a walk asks for beside what all pages need, and the pages of it. */
export async function seedForWalk({ call }: Pick<TestBackend, "call">): Promise<string[]> {
  await call("PUT", "/.rules/_doc/second-rule?refresh=true", secondRule);
  await call("PUT", "/sweep-shut");
  await call("POST", "/sweep-shut/_close");
  return ["/app/sweep-shut/open", `/app/${sampleIndex}/search-preview?q=metropolis&grade=on`];
}

/** A back end of its own that has the same, for the changes of one walk. */
export async function openTwin(): Promise<TestBackend> {
  const twin = await startTestBackend({ apart: true });
  await seedServer(twin);
  await seedForWalk(twin);
  return twin;
}

export const isChange = (method: string, path: string) =>
  !["GET", "HEAD"].includes(method) && !/_(search|count|mget|msearch|reactivesearch)\b|\/validate$/.test(path);
export const kindOf = ({ verb, noun }: Entry) => `${verb} ${noun}`;
/** A form by its address and its button. */
export const headingOf = ({ action, entries }: PageForm) =>
  `${action.replace(/([?&])draft=[^&]*/, "$1draft")} (${entries.at(-1)?.join("=").slice(0, 60)})`;

/** What is put into a draft of the console sends nothing. */
export const fillsDraft = ({ entries }: PageForm) => /^(add-)?to-draft$/.test(entries.at(-1)?.[1] ?? "");
/** Jobs go after what they would be in the way of. */
export const startsJob = ({ action }: PageForm) =>
  /\/start(\?|$)|\/search\/review|\/jobs$|\/import\/|\/index-settings$/.test(action);
/** Deletions go last, of many documents and of indices at the very end: they take away what other forms are about. */
export const isDeletion = ({ action, entries }: PageForm) =>
  /delete|remove|revoke|discard|reset|second-factor/.test(`${action} ${entries.at(-1)?.[1] ?? ""}`);
/** Settings that are typed go first: later the twin has analyzers of which they know nothing. */
const typesSettings = ({ action }: PageForm) => /\/settings\/(edit|review)/.test(action);
const deletesIndex = ({ action }: PageForm) => /\/app\/[^/]+\/delete$|maintain\?do=delete/.test(action);
const deletesMany = ({ action }: PageForm) => /\/delete-many/.test(action);
const turns = [
  typesSettings,
  (form: PageForm) => !isDeletion(form) && !startsJob(form) && !typesSettings(form),
  (form: PageForm) => !isDeletion(form) && startsJob(form),
  (form: PageForm) => isDeletion(form) && !deletesMany(form) && !deletesIndex(form),
  deletesMany,
  deletesIndex,
];

/** What came of a form, and the changes that it made, as the log has them. */
export type Came = { requestId: string; answer: Response; flash: string; changes: Entry[] };

/** The changes of a console, the newest first. */
export function changesOf({ gate, base }: FormsConsole, size: number): Entry[] {
  const wanted = { server: gate.url, rights: Object.keys(rights), indices: null };
  return listEntries(base.config.dataDir, { wanted, page: 1, size, whole: true }).rows;
}

let address = 0;
async function posted(held: FormsConsole, form: PageForm): Promise<Came> {
  address += 1;
  const clientAddress = `198.51.${Math.floor(address / 250)}.${address % 250}`;
  const context = { ...held.context(), clientAddress };
  const answer = await held.post(form, context);
  const changes = changesOf(held, 10).filter((entry) => entry.address === clientAddress && entry.method !== "");
  return {
    requestId: context.requestId,
    answer,
    flash: decodeURIComponent(answer.headers.getSetCookie().join()),
    changes,
  };
}

/** The forms of the page that a form leads to, for what is reviewed before it is sent. */
async function formsBehind(
  held: FormsConsole,
  { action }: PageForm,
  { answer, seen }: { answer: Response; seen: Set<string> },
): Promise<PageForm[]> {
  const to = answer.headers.get("Location");
  if (to === null || !/\/review|\/start|draft=/.test(to)) return [];
  const page = await held.open(to);
  return postingForms({ html: await page.text(), page: to, fill: ({ value }) => value }).filter((form) => {
    const [bare = ""] = form.action.split("?");
    const key = `${action.split("?")[0]} ${keyOf({ ...form, action: bare })}`;
    if (seen.has(key) || seen.has(keyOf({ ...form, action: bare })) || /^\/(resources|logout)|\/view$/.test(bare))
      return false;
    seen.add(key);
    return true;
  });
}

type Walk = {
  held: FormsConsole;
  twin: TestBackend;
  forms: readonly PageForm[];
  without?: (form: PageForm) => boolean;
  visit: (form: PageForm, came: Came) => void;
};

/** Settings that are typed leave the analysis out, which others need. */
async function restoreAnalysis({ held, twin }: Pick<Walk, "held" | "twin">): Promise<void> {
  const { body } = await held.backend.call("GET", `/${sampleIndex}/_settings?flat_settings=true`);
  const { settings } = (body as Record<string, { settings: Record<string, string> }>)[sampleIndex] ?? { settings: {} };
  const analysis = Object.entries(settings).filter(([name]) => /^index\.(analysis\.|max_)/.test(name));
  await twin.call("POST", `/${sampleIndex}/_close`);
  await twin.call("PUT", `/${sampleIndex}/_settings`, Object.fromEntries(analysis));
  await twin.call("POST", `/${sampleIndex}/_open`);
}

/** Posts each form once. */
export async function walkForms({ held, twin, forms, visit, without = () => false }: Walk): Promise<void> {
  const now = await held.makeState();
  const current = (text: string) => withState(text, { found: held.found, now });
  const seen = new Set(forms.map(keyOf));
  const all = forms.map((form): PageForm => ({
    ...form,
    action: current(form.action),
    entries: form.entries.map(([name, value]) => [name, current(value)]),
  }));
  const waiting = turns.map((isIn) => all.filter((form) => isIn(form) && !without(form)));
  const next = () => waiting.find((some) => some.length > 0)?.shift();
  for (let form = next(); form; form = next()) {
    const filled = asMeant(form);
    const came = await posted(held, filled);
    visit(filled, came);
    if (typesSettings(form)) await restoreAnalysis({ held, twin });
    // Closed on the twin alone: it goes on with the others.
    if (came.changes.some(({ verb }) => verb === "close"))
      for (const name of [sampleIndex, otherIndex]) await twin.call("POST", `/${name}/_open`);
    for (const one of await formsBehind(held, form, { answer: came.answer, seen }))
      if (!without(one)) waiting[turns.findIndex((isIn) => isIn(one))]?.unshift(one);
  }
}
