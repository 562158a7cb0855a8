import { afterAll, beforeAll, expect, it } from "vitest";
import { rights } from "~/lib/access/rights";
import { secondLook } from "~/services/changes/change.server";
import { type Entry, listEntries } from "~/services/changes/log-store.server";
import { sampleIndex } from "../e2e/support/screens";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { type FormsConsole, formsOf, keyOf, openFormsConsole, withState } from "../setup/forms/console";
import { asMeant } from "../setup/forms/filled";
import { otherIndex, seedServer } from "../setup/forms/seed";
import { type PageForm, postingForms } from "../setup/page-forms";

// Every form of every screen before a search server that answers 200 to each change and keeps all as it was: each change goes to a twin, whose answers are those of a
// server that did it, and what is read afterwards comes from the one where nothing was done. Each change that leaves a record tells that it was kept.

/** Changes that leave no record that could be read again. Of each that is done there is a form here. */
const recordless: Record<string, RegExp[]> = {
  "a deletion: lists show what is there": [/^delete /, /^end shared link$/],
  "a job, whose page says what became of it": [/^(clone|reindex|import) index$/, /^resume job$/],
  "a password, which no server tells": [/^(rotate API credential|update password of user)$/],
  "upkeep, after which nothing is another": [/^(refresh|merge) index$/, /^clear index cache$/],
};
const reasonFor = (kind: string) => Object.entries(recordless).find(([, kinds]) => kinds.some((one) => one.test(kind)))?.[0];

/** The changes that tell of it. */
const kept = [
  "add alias",
  "add document",
  "add field",
  "add synonyms",
  "close index",
  "create API credential",
  "create component template",
  "create index",
  "create index template",
  "create mailed report",
  "create rule",
  "create shared link",
  "create stored query",
  "create user",
  "deploy relevance settings",
  "deploy synonyms",
  "open index",
  "reorder rule",
  "restore document",
  "switch alias",
  "switch rule",
  "update API credential",
  "update alias",
  "update document",
  "update featured suggestions",
  "update grades",
  "update legacy template",
  "update public key",
  "update request log retention",
  "update role",
  "update rule",
  "update settings",
  "update stored query",
  "update suggestion preferences",
  "update sync preferences",
  "update synonyms",
  "update user",
];

/** Forms that are refused here, and send nothing. */
const refusedHere: Record<string, RegExp> = {
  "what is uploaded goes the way of what is pasted": / \(file=\)$/,
  "a list in a file of the console's own": /relevance-tests\/import/,
  "it sends what somebody types, whose record is not known": /^\/cluster\/console /,
  "it only looks at a token": /\/role-based-access\/token/,
};

let held: FormsConsole;
let twin: TestBackend;
let forms: PageForm[] = [];
const usual = secondLook.after;

const secondRule = {
  ...{ id: "second-rule", name: "Second", enabled: true, order: 2, created_at: 1_700_000_000, updated_at: 1_700_000_000 },
  ...{ trigger: { type: "filter", expression: "$query == 'second'" }, actions: [{ type: "custom_data", data: '{"banner":"second"}' }] },
};

/** What only this test asks for, beside what all forms need. */
async function seedMore({ call }: TestBackend) {
  await call("PUT", "/.rules/_doc/second-rule?refresh=true", secondRule);
  await call("PUT", "/sweep-shut");
  await call("POST", "/sweep-shut/_close");
}

beforeAll(async () => {
  secondLook.after = 0;
  held = await openFormsConsole();
  twin = await startTestBackend({ apart: true });
  await seedServer(twin);
  for (const one of [held.backend, twin]) await seedMore(one);
  const more = ["/app/sweep-shut/open", `/app/${sampleIndex}/search-preview?q=metropolis&grade=on`];
  forms = await formsOf({ ...held, pages: [...more, ...held.pages] });
}, 180_000);
afterAll(async () => {
  secondLook.after = usual;
  await held.close();
  await twin.close();
});

const isChange = (method: string, path: string) => !["GET", "HEAD"].includes(method) && !/_(search|count|mget|msearch|reactivesearch)\b/.test(path);
const kindOf = ({ verb, noun }: Entry) => `${verb} ${noun}`;
/** Jobs go after what they would be in the way of. */
const startsJob = ({ action }: PageForm) => /\/start(\?|$)|\/search\/review|\/jobs$|\/import\/|\/index-settings$/.test(action);
/** Deletions go last: they take away what other forms are about. */
const isDeletion = ({ action, entries }: PageForm) => /delete|remove|revoke|discard|reset|second-factor/.test(`${action} ${entries.at(-1)?.[1] ?? ""}`);

let address = 0;
/** Posts a form; what came of it, and the changes that it made. */
async function posted(form: PageForm) {
  address += 1;
  const clientAddress = `198.51.${Math.floor(address / 250)}.${address % 250}`;
  const answer = await held.post(form, { ...held.context(), clientAddress });
  const wanted = { server: held.gate.url, rights: Object.keys(rights), indices: null };
  const { rows } = listEntries(held.base.config.dataDir, { wanted, page: 1, size: 10 });
  return {
    answer,
    flash: decodeURIComponent(answer.headers.getSetCookie().join()),
    changes: rows.filter((entry) => entry.address === clientAddress && entry.method !== ""),
  };
}

const heading = (form: PageForm) => `${form.action.replace(/([?&])draft=[^&]*/, "$1draft")} (${form.entries.at(-1)?.join("=").slice(0, 60)})`;
const says = /The server kept/;

/** Closed on the twin alone: it goes on with the others. */
const openAgain = () => Promise.all([sampleIndex, otherIndex].map((name) => twin.call("POST", `/${name}/_open`)));

/** The forms of the page that a form leads to, for what is reviewed before it is sent. */
async function formsBehind({ action }: PageForm, { answer, seen }: { answer: Response; seen: Set<string> }): Promise<PageForm[]> {
  const to = answer.headers.get("Location");
  if (to === null || !/\/review|\/start|draft=/.test(to)) return [];
  const page = await held.open(to);
  return postingForms({ html: await page.text(), page: to, fill: ({ value }) => value }).filter((form) => {
    const [bare = ""] = form.action.split("?");
    const key = `${action.split("?")[0]} ${keyOf({ ...form, action: bare })}`;
    if (seen.has(key) || seen.has(keyOf({ ...form, action: bare })) || /^\/(resources|logout)|\/view$/.test(bare)) return false;
    seen.add(key);
    return true;
  });
}

function problemsOf(form: PageForm, { answer, flash, changes }: Awaited<ReturnType<typeof posted>>): string[] {
  const name = heading(form);
  // Of several indices some were open before.
  const told = new Set(changes.filter(({ message }) => says.test(message ?? "")).map(kindOf));
  const untold = changes.filter((entry) => !told.has(kindOf(entry)) && reasonFor(kindOf(entry)) === undefined && entry.before !== entry.after);
  const silent = told.size > 0 && !says.test(flash) ? [`${name}: its message does not say so: ${flash}`] : [];
  const isRefused = isDeletion(form) || Object.values(refusedHere).some((one) => one.test(name));
  const unsent = answer.status >= 400 && changes.length === 0 && !isRefused ? [`${name}: ${answer.status}`] : [];
  return [...untold.map((entry) => `${name}: ${kindOf(entry)}, ${entry.outcome}, ${entry.message}`), ...silent, ...unsent];
}

it("is told of by each form, in its message and in the change log", async () => {
  held.gate.decide((path, _bulk, { method = "" }) => (isChange(method, path) ? { to: twin.url } : "pass"));
  const now = await held.makeState();
  const current = (text: string) => withState(text, { found: held.found, now });
  const seen = new Set(forms.map(keyOf));
  const all = forms.map((form): PageForm => ({ ...form, action: current(form.action), entries: form.entries.map(([name, value]) => [name, current(value)]) }));
  const isLast = (form: PageForm) => isDeletion(form) || startsJob(form);
  const waiting = all.filter((form) => !isLast(form));
  const last = [...all.filter((form) => !isDeletion(form) && startsJob(form)), ...all.filter(isDeletion)];
  const wrong: string[] = [];
  const kinds = new Set<string>();
  for (let form = waiting.shift() ?? last.shift(); form; form = waiting.shift() ?? last.shift()) {
    const filled = asMeant(form);
    const came = await posted(filled);
    wrong.push(...problemsOf(filled, came));
    for (const entry of came.changes) kinds.add(kindOf(entry));
    if (came.changes.some(({ verb }) => verb === "close")) await openAgain();
    const behind = await formsBehind(form, { answer: came.answer, seen });
    waiting.unshift(...behind.filter((one) => !isLast(one)));
    last.unshift(...behind.filter(isLast));
  }
  expect(wrong).toEqual([]);
  const done = [...kinds].sort();
  expect(done.filter((kind) => reasonFor(kind) === undefined)).toEqual(kept);
  for (const [why, some] of Object.entries(recordless))
    for (const one of some)
      expect
        .soft(
          done.some((kind) => one.test(kind)),
          `${why}: ${one}`,
        )
        .toBe(true);
}, 300_000);
