import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Verdict } from "../setup/backend";
import { type FormsConsole, formsOf, openFormsConsole, withState } from "../setup/forms/console";
import { isChange } from "../setup/forms/walk";
import type { PageForm } from "../setup/page-forms";

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

let held: FormsConsole;
let forms: PageForm[] = [];

beforeAll(async () => {
  held = await openFormsConsole();
  forms = await formsOf(held);
}, 180_000);
afterAll(async () => held.close());

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
  held.gate.decide(async (path, _bulk, { method = "", headers }) => {
    if (to === "changes" && !isChange(method, path)) return "pass";
    if (isChange(method, path)) lied.add(String(headers["x-request-id"]));
    if (lie.what !== "silence") return lie.verdict;
    // Deleting by query may take ten minutes, and the console waits for it.
    if (!path.includes("_by_query")) await new Promise((resolve) => setTimeout(resolve, waits[to] + 200));
    return "break";
  });
  // A server that answers 401 to everything ends the session, and with it its drafts.
  held.signIn();
  const now = await held.makeState();
  const current = (text: string) => withState(text, { found: held.found, now });
  const { config: usual } = held.base;
  const config = lie.what === "silence" ? { ...usual, backendTimeoutMs: waits[to] } : usual;
  // What is about a draft goes first: the others keep drafts of their own, and the oldest of sixty go.
  const asked = formsFor({ lie, to });
  const needsDraft = (form: PageForm) => form.action.includes("draft=");
  const wrongOf = (some: readonly PageForm[]) =>
    Promise.all(
      some.map(async (form) => {
        const entries = form.entries.map(([name, value]): [string, string] => [name, current(value)]);
        const here = { ...held.context(), config };
        // One import cannot be begun and given up at once.
        const used = entries.some(([, value]) => value === "discard-import") ? current(form.action).replace(now.draft, now.dropped) : current(form.action);
        const answer = await held.post({ ...form, action: used, entries }, here);
        const problem = await problemOf({ answer, form: { ...form, entries }, lie, to, lied: lied.has(here.requestId) });
        return problem === undefined ? [] : [`${form.action} (${entries.find(([name]) => name === "intent")?.[1] ?? ""}): ${problem}`];
      }),
    );
  const wrong = [...(await wrongOf(asked.filter(needsDraft))), ...(await wrongOf(asked.filter((form) => !needsDraft(form))))];
  held.gate.decide(() => "pass");
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
