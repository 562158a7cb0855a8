import { describe, expect, it } from "vitest";
import { loader as changeList } from "~/routes/data/changes/list";
import { action as undo } from "~/routes/data/changes/undo";
import { action as fieldsAction, loader as fieldsPage } from "~/routes/data/import/fields/route";
import { loader as jobPage } from "~/routes/data/import/job";
import { loader as previewPage } from "~/routes/data/search-preview/search-preview";
import { loader as overviewPage } from "~/routes/overview/app";
import { loader as languagesPage } from "~/routes/search-relevance/settings/languages";
import { action as setUp, loader as setUpPage } from "~/routes/search-relevance/settings/set-up";
import { loader as versionsPage } from "~/routes/search-relevance/settings/versions";
import { createSession, takeFlash } from "~/sessions.server";
import { consoleRequest, cookiesOf, replyOf, responseOf } from "../../setup/console";
import { at, backend, context, draft, page, post, start, startImports } from "./support/import";
import { found, importFile, proposedForm } from "./support/first-minute";

// What an import and the overview make of an index that has no search settings: version 1 of them, or nothing, and why.

startImports();

const rows = [
  ["The Hobbit", "A hobbit leaves home with thirteen dwarves to win back a treasure that a dragon keeps.", "Fantasy"],
  ["Dune", "A young man and his mother flee into a desert whose people take him for a prophet.", "Science Fiction"],
  ["Emma", "A rich young woman plays the matchmaker and sees too late whom she loves herself.", "Romance"],
  ["Ivanhoe", "A knight comes home from the crusades and finds his country torn and his king missing.", "Romance"],
];
const content = `title,blurb,genre\n${rows.map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\n")}\n`;
const file = { name: "books.csv", content };

const settingsOf = async (index: string) => (await backend.call("GET", `/_searchrelevancy/${index}`)) as Settings;
type Settings = {
  status: number;
  body: { search: { dataField: string[]; fieldWeights: string[] }; aggregations: { dataField: object } };
};
const screen = (path: string, index: string) => ({ request: page(`/app/${index}/${path}`), ...at(index) });

const curlIn = (connect: Awaited<ReturnType<typeof overviewPage>>["connect"]) =>
  "ok" in connect && connect.ok ? connect.value.snippets[0]?.files[0]?.text : undefined;

/** An index that somebody filled without the console. */
async function otherWay(index: string) {
  await backend.call("PUT", `/${index}`);
  for (const [title, blurb, genre] of rows)
    await backend.call("POST", `/${index}/_doc?refresh=true`, { title, blurb, genre });
}

describe("an import", () => {
  it("deploys version 1, which the index is made for, tells of it in the log, and can be undone", async () => {
    const { setUp: made } = await importFile("books", file);
    expect(made).toEqual({ version: 1, language: "english", asked: "english" });
    const { body } = await settingsOf("books");
    expect(body.search.dataField.slice(0, 1)).toEqual(["title"]);
    expect(body.search.dataField).toContain("blurb.lang");
    expect(body.search.fieldWeights[0]).toBe("4.0");
    expect(body.aggregations.dataField).toEqual({ "genre.keyword": "term" });
    expect((await versionsPage(screen("search/versions", "books")))?.rows).toMatchObject([{ number: 1 }]);
    const { loaded } = await languagesPage(screen("languages", "books"));
    expect(loaded).toMatchObject({
      kind: "form",
      state: { state: "good" },
      unused: [],
      values: { language: "english" },
    });

    const { rows: log } = await changeList(screen("changes", "books"));
    const entry = log.find(({ title }) => /relevance settings/.test(title));
    const done = await responseOf(
      undo({
        request: post(`/app/books/changes/${entry?.id}/undo`, { intent: "undo-change" }),
        params: { appName: "books", changeId: entry?.id },
        context,
      }),
    );
    expect(takeFlash(consoleRequest("/", { cookie: cookiesOf(done.headers) })).flash?.text).toBe(
      "Restored relevance settings of books.",
    );
    expect((await settingsOf("books")).status).toBe(404);
  });

  it("goes by the roles and the language that were chosen", async () => {
    const { setUp: made } = await importFile("chosen", file, {
      "fields[1].role": "other",
      "fields[2].role": "title",
      language: "dutch",
    });
    expect(made).toMatchObject({ version: 1, language: "dutch" });
    expect(await found("chosen", "dragon")).toEqual([]);
    const { search, aggregations } = (await settingsOf("chosen")).body;
    expect([search.dataField.some((path) => path.startsWith("blurb")), aggregations.dataField]).toEqual([false, {}]);
  });

  it("leaves search as it is where that is unticked, and where the index has settings", async () => {
    const id = await draft("unticked", file);
    const { setUp: _, ...others } = await proposedForm("unticked", id);
    await responseOf(start("unticked", id, others));
    const job = () => jobPage({ request: page(`/app/unticked/import/${id}`), ...at("unticked", id) });
    await expect.poll(async () => (await job()).view.state, { timeout: 30_000 }).toBe("done");
    expect((await job()).setUp).toBeNull();
    expect((await settingsOf("unticked")).status).toBe(404);

    await otherWay("kept");
    await backend.call("PUT", "/_searchrelevancy/kept", { search: { dataField: ["blurb"], fieldWeights: ["1.0"] } });
    const kept = await importFile("kept", file);
    expect(kept.setUp).toBeNull();
    expect((await settingsOf("kept")).body.search.dataField).toEqual(["blurb"]);
  });

  it("keeps settings that somebody saved after the page was shown", async () => {
    await otherWay("raced");
    const id = await draft("raced", file);
    const form = await proposedForm("raced", id);
    expect(form["setUp"]).toBe("on");
    await backend.call("PUT", "/_searchrelevancy/raced", { search: { dataField: ["blurb"], fieldWeights: ["1.0"] } });
    await responseOf(start("raced", id, form));
    const job = () => jobPage({ request: page(`/app/raced/import/${id}`), ...at("raced", id) });
    await expect.poll(async () => (await job()).view.state, { timeout: 30_000 }).toBe("done");
    expect((await settingsOf("raced")).body.search.dataField).toEqual(["blurb"]);
  });

  it("sets up an index that was there without settings, for what it is made of", async () => {
    await otherWay("filled");
    const { setUp: made } = await importFile("filled", file);
    expect(made).toMatchObject({ version: 1, language: "universal" });
    expect((await found("filled", "dragon"))[0]).toMatchObject({ title: "The Hobbit" });
  });

  it("sets up nothing for who may not tune, and says why", async () => {
    const user = { username: "importer", password: "a-quiet-owl" };
    await backend.call("POST", "/_user", { ...user, allowed_actions: ["develop"], indices: ["*"] });
    const signedIn = createSession({ request: consoleRequest("/"), context, url: backend.url, ...user });
    const cookie = cookiesOf(new Headers({ "Set-Cookie": signedIn }));
    const id = await draft("untuned", file);
    const path = `/app/untuned/import/${id}`;
    const { search } = await fieldsPage({
      request: consoleRequest(`${path}/fields`, { cookie }),
      ...at("untuned", id),
    });
    expect(search).toMatchObject({ kind: "refused", because: expect.stringContaining("Search relevancy") as string });
    // Whatever is sent.
    const form = { intent: "start-import", ...(await proposedForm("untuned", id)), setUp: "on" };
    await responseOf(
      fieldsAction({ request: consoleRequest(`${path}/fields`, { cookie, form }), ...at("untuned", id) }),
    );
    const job = () => jobPage({ request: page(path), ...at("untuned", id) });
    await expect.poll(async () => (await job()).view.state, { timeout: 30_000 }).toBe("done");
    expect((await job()).setUp).toMatchObject({ left: expect.stringContaining("Search relevancy") as string });
    expect((await settingsOf("untuned")).status).toBe(404);
  });
});

describe("the overview", () => {
  it("offers the same to an index that came another way, in one form", async () => {
    await otherWay("came");
    const before = await overviewPage(screen("", "came"));
    expect(before.setUp).toMatchObject({
      searched: [{ path: "title", weight: 4 }, { path: "blurb" }, { path: "genre" }],
      facets: ["genre"],
      language: "Universal",
      otherLanguage: "English",
    });
    expect(curlIn(before.connect)).toContain("dataField");
    // The preview searches fields of its own choice then, and says so.
    const isUnset = async () => (await previewPage(screen("search-preview", "came"))).preview?.isUnset;
    expect(await isUnset()).toBe(true);
    const answer = await responseOf(
      setUp({ request: post("/app/came/search/set-up", { intent: "set-up-search" }), ...at("came") }),
    );
    expect(answer.headers.get("location")).toBe("/app/came/search-preview");
    expect((await found("came", "desert prophet"))[0]).toMatchObject({ title: "Dune" });
    expect(await isUnset()).toBe(false);
    const after = await overviewPage(screen("", "came"));
    expect(after.setUp).toBeNull();
    // The words alone, as curl now says; a list of React has an order of its own.
    expect(curlIn(after.connect)).not.toContain("dataField");
    expect(await setUpPage(screen("search/set-up", "came"))).toMatchObject({
      view: { left: expect.stringContaining("already has") as string },
    });
    const again = replyOf(
      await setUp({ request: post("/app/came/search/set-up", { intent: "set-up-search" }), ...at("came") }),
    );
    expect(again.errors[""]?.[0]).toContain("already has search settings");
  });

  it("lets the roles be changed before, and says nothing of an index without documents", async () => {
    await otherWay("changed");
    const { view } = await setUpPage(screen("search/set-up", "changed"));
    const fields = "left" in view ? [] : view.fields;
    const form = Object.fromEntries(
      fields.flatMap(({ path, role }, n) => [
        [`fields[${n}].path`, path],
        [`fields[${n}].role`, path === "blurb" ? "other" : role],
      ]),
    );
    await responseOf(
      setUp({ request: post("/app/changed/search/set-up", { intent: "set-up-search", ...form }), ...at("changed") }),
    );
    expect(await found("changed", "dragon")).toEqual([]);
    expect((await found("changed", "ivanhoe")).map(({ title }) => title)).toEqual(["Ivanhoe"]);
    await backend.call("PUT", "/nothing-yet");
    expect((await overviewPage(screen("", "nothing-yet"))).setUp).toBeNull();
  });
});
