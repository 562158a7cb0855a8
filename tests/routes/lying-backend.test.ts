import { writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDraft } from "~/services/store/draft-store.server";
import { getImports } from "~/services/import/imports.server";
import type { Job } from "~/services/import/run/import-store.server";
import type { FailedRow } from "~/services/jobs/failures.server";
import { createSession, getSession } from "~/sessions.server";
import {
  mountedPaths,
  sampleComponent,
  sampleIndex,
  sampleLink,
  sampleMail,
  sampleQuery,
  sampleRule,
  sampleSynonym,
  sampleTemplate,
  sampleTest,
  sampleUser,
  storedQuery,
  storedRule,
} from "../e2e/support/screens";
import { type Gate, openGate, startTestBackend, type TestBackend, type Verdict } from "../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../setup/console";
import { type PageForm, postingForms, postOf } from "../setup/page-forms";
import { seedChange } from "../setup/seeds/change";
import { seedTest } from "../setup/seeds/test";
import { seedVersion } from "../setup/seeds/version";
import { seedLink } from "../setup/seeds/link";
import { seedMail } from "../setup/seeds/mail";
import { seedCredential } from "../setup/seeds/credential";
import { logRecord, seedLogs } from "../setup/seeds/log";
import { renderedConsole } from "../setup/rendered";

// Every form of every screen, as a browser without scripts posts it, against a search server that fails, is silent or talks nonsense. The
// forms are found on the pages, so a screen that comes is here by itself.

const json = (status: number, body: unknown): Verdict => ({ status, body: JSON.stringify(body) });
const refused = (status: number) => json(status, { error: { type: "odd_exception", reason: `odd words of ${status}` }, status });
const refused402 = (message: string) => json(402, { error: { code: 402, status: "Payment Required", message } });
/** How long the console waits for the silent server: where only changes meet silence, reading has to be done in that time on a loaded machine too. */
const waits = { changes: 5000, everything: 1000 };

/** Where screens have words of their own, or a reader of their own, for an answer, each form meets it: `always`. The others are told by what all forms share. */
type Lie = { what: string; status: number; verdict: Verdict; says: RegExp; always?: true };
const lies: Lie[] = [
  { what: "400", always: true, status: 400, verdict: refused(400), says: /odd words of 400/ },
  { what: "401", status: 403, verdict: refused(401), says: /Your user is not allowed to do this.*odd words of 401/ },
  { what: "403", always: true, status: 403, verdict: refused(403), says: /Your user is not allowed to do this.*odd words of 403/ },
  { what: "404", always: true, status: 404, verdict: refused(404), says: /odd words of 404|There is no document/ },
  { what: "409", always: true, status: 409, verdict: refused(409), says: /odd words of 409|already exists|with this id exists again|changed in the meantime/ },
  { what: "402", status: 402, verdict: refused402("Payment required"), says: /Payment is required/ },
  {
    what: "402 of one feature",
    status: 402,
    verdict: refused402("odd words are not available for the 2021-starter plan users"),
    says: /not part of the plan of this server.*odd words are not available|Payment is required/,
  },
  { what: "429", status: 429, verdict: refused(429), says: /too busy/ },
  { what: "500", status: 500, verdict: refused(500), says: /odd words of 500/ },
  { what: "503", status: 503, verdict: refused(503), says: /odd words of 503/ },
  { what: "503 without a word", status: 503, verdict: { status: 503, body: "" }, says: /The search server failed \(503\) and did not say why/ },
  { what: "a connection that breaks", always: true, status: 502, verdict: "break", says: /cannot be reached/ },
  { what: "silence", status: 504, verdict: "pass", says: /took too long to answer/ },
  {
    what: "a web page",
    status: 502,
    verdict: { status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html><title>Hello</title>" },
    says: /cannot be read/,
  },
  { what: "JSON of another shape", always: true, status: 502, verdict: json(200, { hello: ["world"] }), says: /cannot be read/ },
  { what: "half an answer", status: 502, verdict: "half", says: /cannot be reached/ },
];

/** Answers of a change that say themselves, with a 200, that nothing came of it: every kind of change meets each. */
const lesser: Lie[] = [
  {
    what: "a 200 that is not acknowledged",
    always: true,
    status: 422,
    verdict: json(200, { acknowledged: false, shards_acknowledged: false }),
    says: /did not confirm the change/,
  },
  {
    what: "a 200 whose items were all refused",
    always: true,
    status: 422,
    verdict: json(200, {
      took: 1,
      errors: true,
      items: ["1", "2"].map((_id) => ({ index: { _id, status: 400, error: { type: "odd", reason: "odd items" } } })),
    }),
    says: /odd items/,
  },
  {
    what: "a 200 for what others changed meanwhile",
    always: true,
    status: 422,
    verdict: json(200, { took: 1, timed_out: false, total: 7, deleted: 0, updated: 0, version_conflicts: 7, failures: [] }),
    says: /None of 7 documents was processed: 7 had been changed meanwhile/,
  },
  { what: "a 200 that holds an error", always: true, status: 422, verdict: json(200, { error: { type: "odd", reason: "odd error" } }), says: /odd error/ },
];

let open: Awaited<ReturnType<typeof renderedConsole>>;
let backend: TestBackend;
let gate: Gate;
let base: ReturnType<typeof testContext>;
let cookie = "";
let forms: PageForm[] = [];
/** Pages that stand only where something was begun, or is offered: their own tests have them. */
const leadsElsewhere =
  /sweepImport1|c-sweep1|search-preview\/save$|\/billing\/(subscribe|payment|cancel|usage)$|\/(add|end)-share$|second-factor\/(set-up|codes|new-codes|replace|off)$/;

let failedJob: { plan: Job["plan"]; failures: FailedRow[] };

function signIn() {
  const made = createSession({ request: consoleRequest("/"), context: base, url: gate.url, username: backend.username, password: backend.password });
  cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
}

const context = () => ({ ...base, requestId: `lied-${Math.random().toString(36).slice(2)}` });

/** What pages are about, made anew for each lie, for posting uses it up: texts of the addresses found at first, and what stands for them now. */
type State = {
  setting: string;
  rights: string;
  draft: string;
  dropped: string;
  failed: string;
  interrupted: string;
  edit: string;
  changed: string;
  chosen: string;
  copy: string;
  ticked: string;
};
let found: State;

async function makeState(): Promise<State> {
  const { store, dir } = getImports(base);
  mkdirSync(dir, { recursive: true });
  function job(rows: string) {
    const path = join(dir, `${Math.random().toString(36).slice(2)}.upload`);
    writeFileSync(path, rows);
    return store.create({ url: gate.url, app: sampleIndex, username: backend.username, name: "films.csv", size: rows.length, path });
  }
  const draft = job("title,year,added\nMetropolis,1927,a\n").id;
  const dropped = job("title,year\nMetropolis,1927\n").id;
  const [failed, interrupted] = [job("title,year\nA,b\n").id, job("title,year\nA,1\n").id];
  if (failedJob.plan) for (const id of [failed, interrupted]) store.setPlan({ id, plan: failedJob.plan });
  store.commit({ id: failed, progress: { ackedRow: 1, rows: 1, indexed: 0, updated: 0, bytesRead: 10, failures: failedJob.failures } });
  store.setState({ id: failed, state: "done" });
  store.setState({ id: interrupted, state: "interrupted", message: "It stopped." });
  const session = await getSession({ request: consoleRequest("/", { cookie }), context: base });
  if (!session) throw new Error("nobody is signed in");
  const scope = { context: base, session };
  const refOf = (id: string) => JSON.stringify({ index: sampleIndex, id });
  const value = { ref: refOf("1"), text: '{"title":"changed"}', base: null, version: "0/1" };
  const edit = addDraft(scope, { kind: "edit document", index: sampleIndex, value });
  const changed = `c-${Math.random().toString(36).slice(2)}`;
  const { dataDir, sessionSecrets: secrets } = base.config;
  seedChange({ dataDir, secrets, id: changed, server: gate.url, person: backend.username, index_name: sampleIndex });
  const chosen = addDraft(scope, { kind: "selected documents", index: sampleIndex, value: { ids: ["1", "2"] } });
  const plan = { source: sampleIndex, target: "typed-copy", action: ["mappings", "settings"] };
  const copy = addDraft(scope, { kind: "clone", index: sampleIndex, value: plan });
  const ticked = addDraft(scope, { kind: "selected indices", index: "", value: { ids: [sampleIndex] } });
  const setting = addDraft(scope, {
    kind: "edit settings",
    index: sampleIndex,
    value: { ref: JSON.stringify({ index: sampleIndex }), text: '{"index.refresh_interval":"5s"}', base: null, version: "0" },
  });
  const rights = addDraft(scope, {
    kind: "edit user",
    index: "",
    value: { ref: JSON.stringify({ username: sampleUser.username }), text: rightsText, base: null, version: "0" },
  });
  return { rights, draft, dropped, failed, interrupted, edit, changed, chosen, copy, ticked, setting };
}

/** Pages that only a certain state has, beside those of the route table. */
const statefulPages = ({ draft, failed, interrupted, edit, changed, chosen, copy, ticked, setting, rights }: State) => {
  const app = `/app/${sampleIndex}`;
  return [
    `${app}/import/${draft}/fields`,
    `${app}/import/${draft}/discard`,
    `/cluster/import/${draft}/target`,
    `${app}/import/${failed}/failed`,
    `${app}/import/${interrupted}`,
    `${app}/browse/1/review?draft=${edit}`,
    `${app}/changes/${changed}/undo`,
    `${app}/settings/review?draft=${setting}`,
    `/cluster/user-management/${sampleUser.username}/review?draft=${rights}`,
    `${app}/aliases/edit?alias=sweep-alias`,
    `${app}/aliases/remove?alias=sweep-alias`,
    "/cluster/aliases/switch?alias=sweep-alias&to=sweep-other",
    `${app}/browse/documents/delete-many?draft=${chosen}`,
    `${app}/clone/start?draft=${copy}`,
    `/cluster/maintain?do=close&draft=${ticked}`,
    `${app}/browse/large/edit`,
    `${app}/shared-links/new?page=popular-searches`,
    "/account/preferences",
  ];
};

const rightsText = '{"email":"","is_admin":false,"allowed_actions":["develop"],"indices":[],"acls":"all","sources":["0.0.0.0/0"],"sources_xff_value":null}';

const typedText = "typed with care";
const fills: Record<string, string> = {
  source: `{"title":"${typedText}"}`,
  text: `{"title":"${typedText}"}`,
  rows: `title,year\n${typedText},1999`,
  confirmation: sampleIndex,
  name: "typed-name",
  index: "typed-name",
  id: typedText,
  days: "12",
  records: "20000",
  megabytes: "500",
  shards: "3",
  replicas: "2",
  zone: "Europe/Oslo",
  settings: '{ "analysis": {} }',
  mappings: '{ "properties": {} }',
};

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  base = testContext({ SEARCH_URL: gate.url, SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@example.org" });
  signIn();
  open = await renderedConsole();
  await backend.call("PUT", `/${sampleIndex}`, { mappings: { properties: { title: { type: "text" }, year: { type: "long" } } } });
  for (const id of ["1", "2", "3"]) await backend.call("PUT", `/${sampleIndex}/_doc/${id}?refresh=true`, { title: "Metropolis", year: 1927 });
  await backend.call("PUT", `/_template/${sampleTemplate.name}`, sampleTemplate.body);
  await backend.call("PUT", `/_component_template/${sampleTemplate.name}`, sampleComponent);
  await backend.call("PUT", `/${sampleIndex}/_alias/sweep-alias`);
  await backend.call("PUT", "/sweep-other");
  await backend.call("PUT", `/${sampleIndex}/_doc/large?refresh=true`, { title: "x".repeat(1_600_000) });
  await backend.call("PUT", `/_storedquery/${sampleQuery}`, storedQuery);
  await backend.call("PUT", `/.rules/_doc/${sampleRule}?refresh=true`, storedRule);
  await backend.call("PUT", `/_synonym/${sampleIndex}`, [sampleSynonym]);
  await backend.call("POST", "/_user", sampleUser);
  await seedLogs(backend.call, [logRecord({ id: "sweep-log", index: sampleIndex })]);
  await seedCredential(backend.call, { index: sampleIndex });
  failedJob = { plan: null, failures: [{ row: 1, line: 2, field: "year", reason: "no number", raw: Buffer.from("A,b") }] };
  // The plan of an import that was begun: what its page proposes.
  const { draft } = await makeState();
  const fields = await open(consoleRequest(`/app/${sampleIndex}/import/${draft}/fields`, { cookie }), context());
  const begin = postingForms({ html: await fields.text(), page: "/", fill: ({ value }) => value }).find(({ entries }) =>
    entries.some(([, value]) => value === "start-import"),
  );
  if (begin) await open(postOf({ ...begin, action: `/app/${sampleIndex}/import/${draft}/fields` }, cookie), context());
  failedJob.plan = getImports(base).store.get(draft)?.plan ?? null;
  expect(failedJob.plan).not.toBeNull();

  found = await makeState();
  seedLink({ dataDir: base.config.dataDir, id: sampleLink, server: gate.url, index: sampleIndex });
  seedTest({ dataDir: base.config.dataDir, id: sampleTest, server: gate.url, index: sampleIndex });
  seedVersion({ dataDir: base.config.dataDir, server: gate.url, index: sampleIndex });
  seedMail({ dataDir: base.config.dataDir, id: sampleMail, server: gate.url, index: sampleIndex });
  const seen = new Map<string, PageForm>();
  const missing: string[] = [];
  const pages = [
    ...mountedPaths()
      .filter(({ kind }) => kind === "page" || kind === "chooser")
      .map(({ path }) => path),
    ...statefulPages(found),
  ];
  for (const page of pages.filter((path) => !leadsElsewhere.test(path))) {
    const answer = await open(consoleRequest(page, { cookie }), context());
    if (answer.status !== 200) missing.push(`${page} ${answer.status}`);
    for (const form of postingForms({ html: await answer.text(), page, fill: ({ name, value }) => fills[name] ?? value })) {
      const intent = form.entries
        .filter(([name]) => name === "intent" || form.action.startsWith("/resources"))
        .map(([name, value]) => (name === "redirectTo" ? "" : `${name}=${value}`));
      // The frame's own forms stand on every page.
      // Nor is one that stands at both levels another one there.
      const action = form.action.replace(/^\/(cluster|app\/[^/]+)/, "");
      const key = /^\/(resources|logout)/.test(action) ? `${action} ${intent.join()}` : `${action} ${intent.join()} ${form.entries.at(-1)?.join()}`;
      if (!seen.has(key)) seen.set(key, form);
    }
  }
  expect(missing).toEqual([]);
  forms = [...seen.values()].filter((form) => form.action !== "/logout" && !form.action.endsWith("/view"));
}, 180_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const isChange = (method: string, path: string) => !["GET", "HEAD"].includes(method) && !/_(search|count|mget|msearch|reactivesearch)\b/.test(path);

/** Of how many forms one meets a lie that not each of them does, by what the server lies to. */
const OF = { changes: 4, everything: 5 };
const inTurn = lies.filter(({ always }) => always !== true);

/** The forms that meet a lie: others at each one, so that each form meets some of all kinds, and each lie forms of all folders. */
function formsFor({ lie, to }: { lie: Lie; to: keyof typeof OF }): PageForm[] {
  if (to === "changes" && lie.always === true) return forms;
  const turn = (to === "changes" ? inTurn : lies).indexOf(lie);
  return forms.filter((_, at) => (at + Math.floor(at / OF[to])) % OF[to] === turn % OF[to]);
}

/** Posts forms while the server lies, to changes or to each call. Returns what was wrong with the answers. */
async function postAll({ lie, to }: { lie: Lie; to: keyof typeof OF }) {
  const lied = new Set<string>();
  gate.decide(async (path, _bulk, { method = "", headers }) => {
    if (to === "changes" && !isChange(method, path)) return "pass";
    if (isChange(method, path)) lied.add(String(headers["x-request-id"]));
    if (lie.what !== "silence") return lie.verdict;
    // Deleting by query may take ten minutes, and the console waits for it.
    if (!path.includes("_by_query")) await new Promise((resolve) => setTimeout(resolve, waits[to] + 200));
    return "break";
  });
  // A server that answers 401 to everything ends the session, and with it its drafts.
  signIn();
  const state = await makeState();
  const current = (text: string) => Object.entries(found).reduce((all, [key, old]) => all.replaceAll(old, state[key as keyof State]), text);
  const config = lie.what === "silence" ? { ...base.config, backendTimeoutMs: waits[to] } : base.config;
  // What is about a draft goes first: the others keep drafts of their own, and the oldest of sixty go.
  const asked = formsFor({ lie, to });
  const needsDraft = (form: PageForm) => form.action.includes("draft=");
  const wrongOf = (some: readonly PageForm[]) =>
    Promise.all(
      some.map(async (form) => {
        const entries = form.entries.map(([name, value]): [string, string] => [name, current(value)]);
        const here = { ...context(), config };
        // One import cannot be begun and given up at once.
        const used = entries.some(([, value]) => value === "discard-import") ? current(form.action).replace(state.draft, state.dropped) : current(form.action);
        const answer = await open(postOf({ ...form, action: used, entries }, cookie), here);
        const problem = await problemOf({ answer, form: { ...form, entries }, lie, to, lied: lied.has(here.requestId) });
        return problem === undefined ? [] : [`${form.action} (${entries.find(([name]) => name === "intent")?.[1] ?? ""}): ${problem}`];
      }),
    );
  const wrong = [...(await wrongOf(asked.filter(needsDraft))), ...(await wrongOf(asked.filter((form) => !needsDraft(form))))];
  gate.decide(() => "pass");
  return { wrong: wrong.flat(), lied: lied.size };
}

type Judged = { answer: Response; form: PageForm; lie: Lie; to: string; lied: boolean };

async function problemOf({ answer, form, lie, to, lied }: Judged): Promise<string | undefined> {
  const html = await answer.text();
  const text = html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"');
  if (answer.status === 302) {
    const flash = decodeURIComponent(answer.headers.getSetCookie().join());
    if (lie.what === "401" && answer.headers.get("Location")?.startsWith("/login")) return undefined;
    if (!lied || (flash.includes('"kind":"bad"') && lie.says.test(flash))) return undefined;
    // Imports begin at once; their page tells what the server says meanwhile.
    return /"kind":"info"/.test(flash) ? undefined : `led to ${answer.headers.get("Location")} with ${flash}`;
  }
  if (!html.includes("<h1")) return `${answer.status} without a heading: ${text.slice(0, 200)}`;
  if (!html.includes('aria-label="Sections"')) return `${answer.status} without the sidebar`;
  const lost = form.typed.filter((name) => !shows(html, form.entries.find(([entry]) => entry === name)?.[1] ?? ""));
  if (lost.length > 0) return `${answer.status} without what was typed: ${lost.join()}`;
  if (!lied) return answer.status >= 500 && to === "changes" ? `${answer.status}: ${text.slice(0, 200)}` : undefined;
  const status = lie.what === "silence" && form.action.includes("/delete-many") ? 502 : lie.status;
  if (answer.status !== status) return `${answer.status}: ${text.slice(0, 300)}`;
  if (status === lie.status && !lie.says.test(text)) return `does not say ${String(lie.says)}: ${text.slice(0, 600)}`;
  return html.includes('aria-invalid="true"') || /\bnot\b|refuses|Nothing|An error occured while/.test(text) ? undefined : "does not say what was not done";
}

/** A text stands in the page, as HTML writes it. */
function shows(html: string, value: string) {
  const written = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
  return html.includes(written) || html.includes(written.replaceAll("\n", "\r\n"));
}

describe("a browser without scripts", () => {
  it("has a form for each thing that can be done", () => {
    const intents = forms.flatMap(({ entries }) => entries.filter(([name]) => name === "intent").map(([, value]) => value));
    expect(new Set(intents).size).toBeGreaterThanOrEqual(18);
    expect(forms.length).toBeGreaterThanOrEqual(22);
  });

  it.each([...lies, ...lesser])("is told why a change was not made when the server answers it with $what", async (lie) => {
    const { wrong, lied } = await postAll({ lie, to: "changes" });
    expect(wrong).toEqual([]);
    expect(lied).toBeGreaterThanOrEqual(lie.always === true ? 20 : 5);
  });

  it.each(lies)("gets the page and keeps what was typed when the server answers everything with $what", async (lie) => {
    const { wrong } = await postAll({ lie, to: "everything" });
    expect(wrong).toEqual([]);
  });
});
