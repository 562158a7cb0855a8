import type { ServerBuild } from "@remix-run/node";
import { getImports } from "~/services/data/import/imports.server";
import type { Job } from "~/services/data/import/run/import-store.server";
import { panelPatience } from "~/services/platform/http/settle.server";
import { createSession } from "~/sessions.server";
import { mountedPaths, sampleIndex } from "../../e2e/support/screens";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../backend";
import { consoleRequest, cookiesOf, testContext } from "../console";
import { type PageForm, postingForms, postOf } from "../page-forms";
import { renderedConsole } from "../rendered";
import { changeableBuild } from "../source-build";
import { seedOwn, seedServer } from "./seed";
import { makeState, type State, statefulPages } from "./state";

// A console before a search server that has one of each thing, with drafts, imports and changes under way: where every
// form of every screen can be posted, as a browser without scripts does it. The forms are found on the pages, so a
// screen that comes is here by itself.

/** Pages that stand only where something was begun, or is offered: their own tests have them. */
const leadsElsewhere =
  /sweepImport1|c-sweep1|search-preview\/save$|\/billing\/(subscribe|payment|cancel|usage)$|\/(add|end)-share$|second-factor\/(set-up|codes|new-codes|replace|off)$/;

const typedText = "typed with care";
const fills: Record<string, string> = {
  source: `{"title":"${typedText}"}`,
  text: `{"title":"${typedText}"}`,
  rows: `title,year\n${typedText},1999\n${typedText},2000`,
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

const isPage = ({ kind }: { kind: string }) => kind === "page" || kind === "chooser";

// The frame's own forms stand on every page. Nor is a form that stands at both levels another one there.
/** Tells two forms apart that do not do the same. */
export function keyOf({ action, entries }: PageForm): string {
  const intent = entries
    .filter(([name]) => name === "intent" || action.startsWith("/resources"))
    .map(([name, value]) => (name === "redirectTo" ? "" : `${name}=${value}`));
  const bare = action.replace(/^\/(cluster|app\/[^/]+)/, "");
  // A step that a form takes with each of its rows ("up:boost") is one step.
  const button = entries
    .at(-1)
    ?.join()
    .replace(/^(then,[a-z-]+):.*$/, "$1");
  return /^\/(resources|logout)/.test(bare) ? `${bare} ${intent.join()}` : `${bare} ${intent.join()} ${button}`;
}

/** A console with one of each thing, behind a gate that can lie. */
export type FormsConsole = {
  backend: TestBackend;
  gate: Gate;
  /** Its routes, whose modules may be changed. */
  build: ServerBuild;
  base: ReturnType<typeof testContext>;
  /** Signs in anew: drafts of the session before are not those of this one. */
  signIn(): void;
  cookie(): string;
  /** A context with a request id of its own. */
  context(): ReturnType<typeof testContext>;
  open(path: string): Promise<Response>;
  post(form: PageForm, context: ReturnType<typeof testContext>): Promise<Response>;
  /** What was made for the pages that were read, and all of it once more. */
  found: State;
  makeState(): Promise<State>;
  /** The addresses of all pages with a form. */
  pages: string[];
  close(): Promise<void>;
};

/** Opens it. */
export async function openFormsConsole(): Promise<FormsConsole> {
  const usual = panelPatience.ms;
  // The forms of a panel are looked at, however busy the machine is.
  panelPatience.ms = 60_000;
  const backend = await startTestBackend();
  const gate = await openGate(backend.url);
  const base = testContext({
    SEARCH_URL: gate.url,
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "a@example.org",
    PUBLIC_URL: "http://console.test",
  });
  const build = await changeableBuild();
  const handle = await renderedConsole(build);
  let cookie = "";
  let plan: Job["plan"] = null;
  const context = () => ({ ...base, requestId: `forms-${Math.random().toString(36).slice(2)}` });
  const open = (path: string) => handle(consoleRequest(path, { cookie }), context());
  const post = (form: PageForm, here: typeof base) => handle(postOf(form, cookie), here);
  const stateNow = () => makeState({ context: base, cookie, server: gate.url, person: backend.username, plan });
  function signIn() {
    const made = createSession({
      request: consoleRequest("/"),
      context: base,
      url: gate.url,
      username: backend.username,
      password: backend.password,
    });
    cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  }
  signIn();
  await seedServer(backend);
  // The plan of an import that was begun: what its page proposes, kept and not started.
  const { draft } = await stateNow();
  const page = `/app/${sampleIndex}/import/${draft}/fields`;
  const begin = postingForms({ html: await (await open(page)).text(), page: "/", fill: ({ value }) => value }).find(
    ({ entries }) => entries.some(([, value]) => value === "start-import") && entries.at(-1)?.join("=") === "to=index",
  );
  if (begin) await post({ ...begin, action: page }, context());
  plan = getImports(base).store.get(draft)?.plan ?? null;
  if (plan === null) throw new Error("the import was not begun");
  const found = await stateNow();
  seedOwn(base, gate.url);
  const pages = [
    ...mountedPaths()
      .filter(isPage)
      .map(({ path }) => path),
    ...statefulPages(found),
  ].filter((path) => !leadsElsewhere.test(path));
  async function close() {
    panelPatience.ms = usual;
    await gate.close();
    await backend.close();
  }
  return {
    backend,
    gate,
    build,
    base,
    signIn,
    cookie: () => cookie,
    context,
    open,
    post,
    found,
    makeState: stateNow,
    pages,
    close,
  };
}

/** Every form of every page, each once; fails where a page does not open. */
export async function formsOf({ pages, open }: Pick<FormsConsole, "pages" | "open">): Promise<PageForm[]> {
  const seen = new Map<string, PageForm>();
  const missing: string[] = [];
  for (const page of pages) {
    const answer = await open(page);
    if (answer.status !== 200) missing.push(`${page} ${answer.status}`);
    for (const form of postingForms({
      html: await answer.text(),
      page,
      fill: ({ name, value }) => fills[name] ?? value,
    })) {
      const key = keyOf(form);
      if (!seen.has(key)) seen.set(key, form);
    }
  }
  if (missing.length > 0) throw new Error(`pages that did not open: ${missing.join(", ")}`);
  return [...seen.values()].filter((form) => form.action !== "/logout" && !form.action.endsWith("/view"));
}

/** A text in which what was made for the pages that were read is what stands for it now. */
export function withState(text: string, { found, now }: { found: State; now: State }): string {
  return (Object.keys(found) as (keyof State)[]).reduce((all, key) => all.replaceAll(found[key], now[key]), text);
}
