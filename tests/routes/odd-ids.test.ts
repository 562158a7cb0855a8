import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeSegment, encodeSegment } from "~/lib/address/ids";
import { action as remove } from "~/routes/data/browse/delete-document";
import { loader as documentPage } from "~/routes/data/browse/document";
import { action as change, loader as editPage } from "~/routes/data/browse/edit";
import { loader as bareText } from "~/routes/data/browse/raw";
import { action as save } from "~/routes/data/browse/review";
import { action as undo } from "~/routes/data/changes/undo";
import { createSession, takeFlash } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { consoleRequest, cookiesOf, responseOf, testContext } from "../setup/console";
import { startDecodingServer } from "../setup/decoding-server";
import { generatedIds, oddIds, worstIds } from "../setup/odd-ids";
import { postingForms, postOf } from "../setup/page-forms";
import { documentOf } from "../setup/parsed";
import { renderedConsole } from "../setup/rendered";

// Every screen about documents for every odd id, on our back end and on a server that decodes paths: all of them
// through loaders and actions, the worst through the links and forms of the pages, as a browser without scripts follows
// them. After each change all documents are compared, so that no other one was meant.

const ids = [...new Set([...worstIds, ...oddIds, ...generatedIds(20, 11)])];
// `%` may stand in the name of an index too; `+` and `'` are left as they are in paths and mean something in forms.
const index = "odd+50%41's";

let backend: TestBackend;
let open: Awaited<ReturnType<typeof renderedConsole>>;
beforeAll(async () => {
  backend = await startTestBackend();
  open = await renderedConsole();
}, 60_000);
afterAll(() => backend.close());

const search = (name: string, body: object) => backend.call("POST", `/${encodeURIComponent(name)}/_search`, body);

async function stored(name: string): Promise<Map<string, string>> {
  await backend.call("POST", `/${encodeURIComponent(name)}/_refresh`);
  const { body } = await search(name, { size: 1000, query: { match_all: {} } });
  const { hits } = (body as { hits: { hits: { _id: string; _source: { title: string } }[] } }).hits;
  return new Map(hits.map(({ _id, _source }) => [_id, _source.title]));
}

async function fill(name: string) {
  await backend.call("DELETE", `/${encodeURIComponent(name)}`);
  await backend.call("PUT", `/${encodeURIComponent(name)}`, {
    mappings: { properties: { title: { type: "keyword" } } },
  });
  // A bulk takes an id as it is, whatever a path would make of it.
  const lines = ids
    .map((id, n) => `${JSON.stringify({ create: { _id: id } })}\n${JSON.stringify({ title: `title ${n}` })}\n`)
    .join("");
  const answer = await fetch(`${backend.url}/${encodeURIComponent(name)}/_bulk`, {
    method: "POST",
    headers: { Authorization: `Basic ${backend.token}`, "Content-Type": "application/x-ndjson" },
    body: lines,
  });
  expect(await answer.json()).toMatchObject({ errors: false });
}

/** A browser without scripts, signed in to a server: pages, links and forms. */
function browser(url: string, context = testContext({ SEARCH_URL: url })) {
  const made = createSession({
    request: consoleRequest("/"),
    context,
    url,
    username: backend.username,
    password: backend.password,
  });
  const cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  async function page(path: string, flash = "") {
    const answer = await open(consoleRequest(path, { cookie: `${cookie}; ${flash}` }), context);
    const html = await answer.text();
    if (answer.status !== 200)
      throw new Error(`${path}: ${answer.status} ${html.replace(/<[^>]+>/g, " ").slice(0, 600)}`);
    return { path, html };
  }
  async function data(path: string) {
    return open(consoleRequest(`${path}.data`, { cookie }), context);
  }
  /** Sends the form with this intent and returns where it leads to, and the cookies for that page. */
  async function post({ path, html }: Page, intent: string, typed: Record<string, string> = {}) {
    const form = postingForms({ html, page: path, fill: ({ name, value }) => typed[name] ?? value }).find(
      ({ entries }) => entries.some(([name, value]) => name === "intent" && value === intent),
    );
    if (!form) throw new Error(`${path} has no form ${intent}`);
    const answer = await open(postOf(form, cookie), context);
    const to = answer.headers.get("Location");
    if (answer.status !== 302 || to === null)
      throw new Error(
        `${intent} on ${form.action}: ${answer.status} ${(await answer.text()).replace(/<[^>]+>/g, " ").slice(0, 600)}`,
      );
    const flash = decodeURIComponent(answer.headers.getSetCookie().join());
    if (flash.includes('"kind":"bad"')) throw new Error(`${intent} on ${form.action}: ${flash}`);
    return { to, flash: cookiesOf(answer.headers) };
  }
  const send = async (...form: Parameters<typeof post>) => (await post(...form)).to;
  async function text(path: string) {
    const answer = await open(consoleRequest(path, { cookie }), context);
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body.slice(0, 300)}`);
    return body;
  }
  return { page, post, send, data, text, cookie, context };
}

type Page = { path: string; html: string };

const flashOf = (answer: Response) => takeFlash(consoleRequest("/", { cookie: cookiesOf(answer.headers) })).flash;

const documentAt = ({ path, html }: Page) => documentOf({ html, url: `http://console.test${path}` });

/** Where the link with this text leads to; as HTML writes it, for parsing a page takes longer than making it. */
function hrefOf({ path, html }: Page, label: string) {
  const [, href] = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${label}</a>`).exec(html) ?? [];
  if (href === undefined) throw new Error(`${path} has no link ${label}`);
  return href.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

/** Opens and edits one document by links and forms alone; returns the way to its deletion. */
async function edit(
  at: ReturnType<typeof browser>,
  { base, title, changed }: { base: string; title: string; changed: string },
) {
  const page = await at.page(base);
  if (!page.html.includes(title)) throw new Error("the page shows another document");
  if (!(await (await at.data(base)).text()).includes(title)) throw new Error("the router's call has another document");
  if (!(await at.text(base.replace("/app/", "/resources/").concat("/raw"))).includes(title))
    throw new Error("its bare text is another document's");
  const review = await at.page(
    await at.send(await at.page(`${hrefOf(page, "Edit").replace(/\?.*/, "")}?as=json`), "review-changes", {
      text: JSON.stringify({ title: changed }, null, 1),
    }),
  );
  if (!review.html.includes("Nothing is saved yet")) throw new Error("the review is about another document");
  const saved = await at.page(await at.send(review, "save-changes"));
  if (!saved.html.includes(changed)) throw new Error(`${saved.path} does not show what was saved`);
  return hrefOf(saved, "Delete…");
}

/**
 * The same by loaders and actions, in a session of its own, for one keeps sixty drafts; returns what the deletion
 * needs.
 */
async function call(
  { cookie, context }: ReturnType<typeof browser>,
  { name, id, title, changed }: { name: string; id: string; title: string; changed: string },
) {
  const path = `/app/${encodeSegment(name)}/browse/${encodeSegment(id)}`;
  const args = (page: string, form?: Record<string, string>) => ({
    request: consoleRequest(`${path}${page}`, { cookie, ...(form ? { form } : {}) }),
    params: { appName: name, docId: "not looked at" },
    context,
  });
  const { facts, tree } = await documentPage(args("?view=tree"));
  if (facts.id !== id || !JSON.stringify(tree).includes(title)) throw new Error(`the page is about ${facts.id}`);
  if (!(await (await bareText(args("/raw"))).text()).includes(title))
    throw new Error("its bare text is another document's");
  const { version } = (await editPage(args("/edit"))).editor;
  const review = await responseOf(
    change(args("/edit", { intent: "review-changes", text: JSON.stringify({ title: changed }), version })),
  );
  const to = review.headers.get("Location") ?? "";
  if (!to.startsWith(`${path}/review?`)) throw new Error(`leads to ${to}`);
  const saved = await responseOf(save(args(to.slice(path.length), { intent: "save-changes", version })));
  if (saved.headers.get("Location") !== path) throw new Error(`leads to ${saved.headers.get("Location")}`);
  const now = await documentPage(args(""));
  const gone = () =>
    remove(args("/delete", { intent: "delete", version: `${now.facts.seqNo}/${now.facts.primaryTerm}` }));
  const back = (changeId: string) =>
    undo({
      request: consoleRequest(`/app/${encodeSegment(name)}/changes/${changeId}/undo`, {
        cookie,
        form: { intent: "undo-change" },
      }),
      params: { appName: name, changeId },
      context,
    });
  return { gone, back, path };
}

/** Calls the loaders and actions for some documents, and compares all after each step. Returns what was wrong. */
async function callAll({ url, name, some }: { url: string; name: string; some: string[] }) {
  const before = await stored(name);
  const after = new Map([...before, ...some.map((id): [string, string] => [id, `called ${ids.indexOf(id)}`])]);
  const wrong: string[] = [];
  const told = (id: string) => (error: unknown) =>
    void wrong.push(`${JSON.stringify(id.slice(0, 40))}: ${String(error)}`);
  const { context } = browser(url);
  const calls = await Promise.all(
    some.map((id) =>
      call(browser(url, context), { name, id, title: before.get(id) ?? "?", changed: after.get(id) ?? "?" }).catch(
        told(id),
      ),
    ),
  );
  wrong.push(...differing(await stored(name), after));
  const deletions = await Promise.all(
    calls.map(async (one) => (one ? flashOf(await responseOf(one.gone())) : undefined)),
  );
  wrong.push(...differing(await stored(name), new Map([...after].filter(([id]) => !some.includes(id)))));
  await Promise.all(
    calls.map(async (one, place) => {
      const to = one && (await responseOf(one.back(deletions[place]?.undo ?? ""))).headers.get("Location");
      if (to !== one?.path) wrong.push(`${some[place]} came back as ${to}`);
    }),
  );
  wrong.push(...differing(await stored(name), after));
  return wrong;
}

/** Walks through the screens of some documents, and compares all after each step. Returns what was wrong. */
async function walk({ url, name, some }: { url: string; name: string; some: string[] }) {
  const at = browser(url);
  const before = await stored(name);
  const after = new Map([...before, ...some.map((id): [string, string] => [id, `changed ${ids.indexOf(id)}`])]);
  const wrong: string[] = [];
  async function each<From, To>(
    what: string,
    from: [id: string, value: From][],
    step: (id: string, value: From) => Promise<To>,
  ) {
    const done = await Promise.all(
      from.map(async ([id, value]) => ({
        id,
        to: await step(id, value).catch(
          (error: unknown) => void wrong.push(`${what} ${JSON.stringify(id.slice(0, 40))}: ${String(error)}`),
        ),
      })),
    );
    return done.flatMap(({ id, to }): [string, To][] => (to === undefined ? [] : [[id, to]]));
  }
  const own = (id: string) => ({
    base: `/app/${encodeSegment(name)}/browse/${encodeSegment(id)}`,
    title: before.get(id) ?? "?",
    changed: after.get(id) ?? "?",
  });
  const edited = await each(
    "edit",
    some.map((id): [string, undefined] => [id, undefined]),
    (id) => edit(at, own(id)),
  );
  wrong.push(...differing(await stored(name), after));
  const deleted = await each("delete", edited, async (_id, path) => at.post(await at.page(path), "delete"));
  wrong.push(...differing(await stored(name), new Map([...after].filter(([id]) => !some.includes(id)))));
  await each("put back", deleted, async (id, { to, flash }) => {
    const back = await at.page(await at.send(await at.page(hrefOf(await at.page(to, flash), "Undo…")), "undo-change"));
    if (!back.html.includes(after.get(id) ?? "?")) throw new Error("what came back is another document");
  });
  wrong.push(...differing(await stored(name), after));
  return wrong;
}

function differing(found: Map<string, string>, wanted: Map<string, string>): string[] {
  return [...new Set([...found.keys(), ...wanted.keys()])]
    .filter((id) => found.get(id) !== wanted.get(id))
    .map((id) => `${JSON.stringify(id)} is not as it should be`);
}

describe.each([
  { server: "our back end", decodes: false, name: index },
  { server: "a server that decodes paths", decodes: true, name: "odd+ids's" },
])("on $server", ({ decodes, name }) => {
  let front: Awaited<ReturnType<typeof startDecodingServer>> | undefined;
  let at: ReturnType<typeof browser>;
  beforeAll(async () => {
    await fill(name);
    front = decodes ? await startDecodingServer(backend.url) : undefined;
    at = browser(front?.url ?? backend.url);
  }, 60_000);
  afterAll(async () => front?.close());

  it("each document of the list is linked by its own address", async () => {
    const found: string[] = [];
    for (const page of [1, 2]) {
      const document = documentAt(
        await at.page(`/app/${encodeSegment(name)}/browse?size=100${page === 1 ? "" : `&page=${page}`}&column=_id`),
      );
      for (const link of document.querySelectorAll<HTMLAnchorElement>("td:nth-child(2) a"))
        found.push(decodeSegment(new URL(link.href).pathname.split("/").at(-1) ?? ""));
    }
    expect(found.sort()).toEqual([...ids].sort());
  });

  it("each hit of the preview is too", async () => {
    const document = documentAt(await at.page(`/app/${encodeSegment(name)}/search-preview`));
    const links = [...document.querySelectorAll<HTMLAnchorElement>("main a[href*='/browse/']")].map((link) =>
      decodeSegment(new URL(link.href).pathname.split("/").at(-1) ?? ""),
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("each document is opened, edited, deleted and put back, and no other", async () => {
    expect(await callAll({ url: front?.url ?? backend.url, name, some: ids })).toEqual([]);
  }, 120_000);

  // Pages take long to make; what they say of ids does not depend on the server.
  it.runIf(decodes)(
    "the worst are so by links and forms, too",
    async () => {
      expect(await walk({ url: front?.url ?? backend.url, name, some: worstIds })).toEqual([]);
    },
    120_000,
  );

  it("an export holds each under its id", async () => {
    const text = await at.text(`/resources/${encodeSegment(name)}/browse/documents/file?format=ndjson`);
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { _id: string })._id)
        .sort(),
    ).toEqual([...ids].sort());
  });

  it("the chosen ones are deleted, and no others", async () => {
    const page = await at.page(`/app/${encodeSegment(name)}/browse?size=100&select=page`);
    const before = await stored(name);
    const boxes = [...documentAt(page).querySelectorAll<HTMLInputElement>("input[name=id]")].map((box) =>
      decodeSegment(box.value),
    );
    const confirm = await at.page(await at.send(page, "delete-selected"));
    await at.send(confirm, "delete", { confirmation: name });
    expect(differing(await stored(name), new Map([...before].filter(([id]) => !boxes.includes(id))))).toEqual([]);
  });

  it("any of them can be added", async () => {
    const gone = ids.filter((id) => !/[\r\n\0]/.test(id)).slice(0, 15);
    await backend.call("POST", `/${encodeURIComponent(name)}/_delete_by_query?refresh=true`, {
      query: { ids: { values: gone } },
    });
    const page = await at.page(`/app/${encodeSegment(name)}/browse/documents/add?as=json`);
    const made = await Promise.all(
      gone.map((id) => at.send(page, "add-document", { id, source: '{"title":"added"}' })),
    );
    expect(made.map((to) => decodeSegment(to.split("/").at(-1) ?? ""))).toEqual(gone);
    const now = await stored(name);
    expect(gone.filter((id) => now.get(id) !== "added")).toEqual([]);
  });

  it("no path held an id that a server could read otherwise", () => {
    const held = (front?.paths ?? [])
      .filter((path) => /\/(_doc|_create)\//.test(path))
      .map((path) => path.split("/").at(-1) ?? "");
    expect(held.filter((id) => !/^[A-Za-z0-9~.-][A-Za-z0-9_~.-]*$/.test(id))).toEqual([]);
  });
});
