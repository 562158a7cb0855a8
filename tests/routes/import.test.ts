import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action as discard, loader as discardPage } from "~/routes/data/import/discard";
import { action as failedAction, loader as failedPage } from "~/routes/data/import/failed";
import { action as fieldsAction, loader as fieldsPage } from "~/routes/data/import/fields/route";
import { action as jobAction, loader as jobPage } from "~/routes/data/import/job";
import { action as source, loader as importPage } from "~/routes/data/import/source/route";
import { action as target, loader as targetPage } from "~/routes/data/import/target/route";
import { loader as events } from "~/routes/resources/import/events";
import { loader as download } from "~/routes/resources/import/failed";
import { getImports } from "~/services/import/imports.server";
import { createSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../setup/console";

let backend: TestBackend;
let context: AppLoadContext;
let cookie: string;

beforeAll(async () => {
  backend = await startTestBackend();
  context = testContext({ SEARCH_URL: backend.url });
  const made = createSession({ request: consoleRequest("/"), context, url: backend.url, username: backend.username, password: backend.password });
  cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
});
afterAll(() => backend.close());

const at = (app: string, jobId?: string) => ({ params: { appName: app, ...(jobId === undefined ? {} : { jobId }) }, context });

function upload({
  app,
  intent,
  file,
  rows,
}: {
  app: string;
  intent: string;
  file?: { name: string; content: string | Uint8Array<ArrayBuffer> };
  rows?: string;
}) {
  const form = new FormData();
  form.append("intent", intent);
  if (file) form.append("file", new File([file.content], file.name));
  if (rows !== undefined) form.append("rows", rows);
  const request = new Request(`http://console.test/app/${app}/import`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: "http://console.test" },
    body: form,
  });
  return source({ request, ...at(app) });
}

/** Uploads a file and returns the id of its draft. */
async function draft(app: string, file: { name: string; content: string | Uint8Array<ArrayBuffer> }): Promise<string> {
  const answer = await responseOf(upload({ app, intent: "upload-file", file }));
  expect(answer.status).toBe(302);
  const found = /^\/app\/[^/]+\/import\/([^/]+)\/fields$/.exec(decodeURIComponent(answer.headers.get("location") ?? ""));
  return found?.[1] ?? "";
}

const page = (path: string) => consoleRequest(path, { cookie });
const post = (path: string, form: Record<string, string>) => consoleRequest(path, { cookie, form });
const fieldsOf = (app: string, id: string, query = "") => fieldsPage({ request: page(`/app/${app}/import/${id}/fields${query}`), ...at(app, id) });
const start = (app: string, id: string, form: Record<string, string> = {}) =>
  fieldsAction({ request: post(`/app/${app}/import/${id}/fields`, { intent: "start-import", ...form }), ...at(app, id) });

async function finished(app: string, id: string) {
  const job = () => jobPage({ request: page(`/app/${app}/import/${id}`), ...at(app, id) });
  await expect.poll(async () => (await job()).view.state, { timeout: 60_000 }).not.toMatch(/queued|running|waiting/);
  return job();
}

const cities = (rows: string) => `name,population,at\n${rows}`;
const good = Array.from({ length: 10 }, (_, n) => `City ${n},${n}000,"48.${n},2.3"\n`).join("");

describe("the source", () => {
  it("is a file on disk, not in the database", async () => {
    const id = await draft("on-disk", { name: "cities.csv", content: cities(good) });
    expect(readdirSync(join(context.config.dataDir, "imports")).length).toBeGreaterThan(0);
    expect((await fieldsOf("on-disk", id)).job).toMatchObject({ id, name: "cities.csv" });
  });

  it.each([
    ["nothing chosen", undefined, "Choose a file first."],
    ["a picture", { name: "rows.csv", content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]) }, "PNG"],
    ["a web page", { name: "rows.csv", content: "<!doctype html><title>Sign in</title>" }, "HTML"],
    ["nothing inside", { name: "rows.csv", content: "" }, "empty"],
  ])("%s is told beside the field and leaves no file", async (_name, file, words) => {
    const before = readdirSync(join(context.config.dataDir, "imports")).length;
    const { status, errors } = replyOf(await upload({ app: "refused", intent: "upload-file", file }));
    expect(status).toBe(400);
    expect(errors["file"]?.join(" ")).toContain(words);
    expect(readdirSync(join(context.config.dataDir, "imports")).length).toBe(before);
  });

  it.each([
    ["a missing value", '[{"a":1},\n {"b":}]', "Line 2, column 7"],
    ["a list cut off", '[{"a":1},\n{"a":2', "Line 2, column 7"],
    ["a list without its end", '[{"a":1},\n{"a":2}', "Line 2, column 8"],
    ["a broken line", '{"a":1}\n{"a":2}\n{"a" 3}', "Line 3, column 6"],
    ["no object", "[1, 2]", "an object was expected"],
  ])("pasted JSON with %s comes back with line and column", async (_name, rows, words) => {
    const { status, errors, reply } = replyOf(await upload({ app: "pasted", intent: "paste-rows", rows }));
    expect(status).toBe(400);
    expect(errors["rows"]?.join(" ")).toContain(words);
    // Line breaks are CR LF in a form, whatever was typed.
    expect(reply.result.initialValue?.["rows"]).toBe(rows.replaceAll("\n", "\r\n"));
  });

  it("refuses a form of another site", async () => {
    const request = new Request("http://console.test/app/x/import", {
      method: "POST",
      headers: { Cookie: cookie, Origin: "http://other.test" },
      body: new FormData(),
    });
    expect((await responseOf(source({ request, ...at("x") }))).status).toBe(403);
  });
});

describe("the index", () => {
  const cluster = (jobId?: string) => ({ params: jobId === undefined ? {} : { jobId }, context });
  const pageOf = (id: string) => targetPage({ request: page(`/cluster/import/${id}/target`), ...cluster(id) });
  const choose = (id: string, form: Record<string, string>) =>
    target({ request: post(`/cluster/import/${id}/target`, { intent: "choose-index", kind: "new", index: "", existing: "", ...form }), ...cluster(id) });

  /** Uploads a file at cluster level, before any index. */
  async function uploadFirst(name: string): Promise<string> {
    const form = new FormData();
    form.append("intent", "upload-file");
    form.append("file", new File([cities(good)], name));
    const request = new Request("http://console.test/cluster/import", {
      method: "POST",
      headers: { Cookie: cookie, Origin: "http://console.test" },
      body: form,
    });
    const answer = await responseOf(source({ request, ...cluster() }));
    return /^\/cluster\/import\/([^/]+)\/target$/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";
  }

  it("comes after the file, under a name made from the file's that is not taken", async () => {
    await backend.call("PUT", "/movies-2");
    const id = await uploadFirst("Movies 2.csv.gz");
    expect(await pageOf(id)).toMatchObject({
      job: { name: "Movies 2.csv.gz", app: "" },
      chosen: { kind: "new", index: "movies-2-2", existing: "" },
      mayCreate: true,
    });
    const chosen = await responseOf(choose(id, { index: "films-2" }));
    expect(chosen.headers.get("location")).toBe(`/app/films-2/import/${id}/fields`);
    expect(await fieldsOf("films-2", id)).toMatchObject({ isNew: true, app: "films-2" });
  });

  it("may be one that exists", async () => {
    await backend.call("PUT", "/there");
    const id = await uploadFirst("a.csv");
    expect((await pageOf(id)).names).toContain("there");
    expect((await responseOf(choose(id, { kind: "existing", existing: "there" }))).headers.get("location")).toBe(`/app/there/import/${id}/fields`);
    expect((await pageOf(id)).chosen).toEqual({ kind: "existing", index: "a", existing: "there" });
  });

  it.each([
    [{ index: "Movies 2" }, "index", "Index names cannot contain spaces. Try movies-2."],
    [{ index: "" }, "index", "Give the index a name."],
    [{ index: "taken" }, "index", "Index taken already exists. Choose another name, such as taken-2, or choose “Existing index”."],
    [{ kind: "existing", existing: "" }, "existing", "Choose an index."],
    [{ kind: "existing", existing: "gone" }, "existing", "There is no index gone. Choose one of the list, or choose “New index”."],
    [{ kind: "else" }, "kind", "Choose one of the two."],
  ])("is refused with words that help: %j", async (form, field, words) => {
    await backend.call("PUT", "/taken");
    const id = await uploadFirst("a.csv");
    const { status, errors } = replyOf(await choose(id, form));
    expect([status, errors[field]]).toEqual([400, [words]]);
  });

  it("can be changed, and what was said about the fields stays", async () => {
    const id = await uploadFirst("a.csv");
    await responseOf(choose(id, { index: "first-choice" }));
    const back = await responseOf(
      start("first-choice", id, { to: "index", "fields[0].name": "name", "fields[0].kind": "keyword", "fields[0].useCase": "none", idField: "name" }),
    );
    expect(back.headers.get("location")).toBe(`/cluster/import/${id}/target`);
    expect((await pageOf(id)).chosen).toMatchObject({ kind: "new", index: "first-choice" });
    await responseOf(choose(id, { index: "second-choice" }));
    expect(await fieldsOf("second-choice", id)).toMatchObject({ idField: "name", fields: [{ name: "name", type: "keyword", include: false }, {}, {}] });
    // The other tab is still at the first one.
    const late = await responseOf(start("first-choice", id));
    expect([late.status, late.headers.get("location")]).toEqual([302, `/app/second-choice/import/${id}/fields`]);
  });

  it("keeps how the file is read when one comes back", async () => {
    const id = await draft("read-so", { name: "a.csv", content: "a;b\n1;2\n" });
    await responseOf(
      fieldsAction({ request: post(`/app/read-so/import/${id}/fields?header=no`, { intent: "start-import", to: "index" }), ...at("read-so", id) }),
    );
    expect((await fieldsOf("read-so", id)).options).toMatchObject({ delimiter: ";", header: false });
  });

  it("of nobody's upload but one's own can be chosen", async () => {
    const id = getImports(context).store.create({ url: backend.url, app: "", username: "somebody", name: "x.csv", size: 1, path: "/none" }).id;
    expect((await responseOf(pageOf(id))).status).toBe(404);
    expect((await responseOf(choose(id, { index: "mine-now" }))).status).toBe(404);
    expect((await responseOf(events({ request: page(`/resources/import/${id}/events`), params: { jobId: id }, context }))).status).toBe(404);
    const { drafts } = await importPage({ request: page("/cluster/import"), ...cluster() });
    expect(drafts.map((each) => each.id)).not.toContain(id);
  });

  it("is not needed for an upload to be listed, continued and deleted", async () => {
    const id = await uploadFirst("left behind.csv");
    const list = async (at: Pick<Parameters<typeof importPage>[0], "params" | "context">, path: string) =>
      (await importPage({ request: page(path), ...at })).drafts;
    expect((await list(cluster(), "/cluster/import"))[0]).toMatchObject({ id, app: "", name: "left behind.csv" });
    expect((await list(at("other"), "/app/other/import")).map((each) => each.id)).toContain(id);
    expect(await discardPage({ request: page(`/cluster/import/${id}/discard`), ...cluster(id) })).toMatchObject({
      name: "left behind.csv",
      back: "/cluster/import",
    });
    const remove = () => discard({ request: post(`/cluster/import/${id}/discard`, { intent: "discard-import" }), ...cluster(id) });
    expect((await responseOf(remove())).headers.get("location")).toBe("/cluster/import");
    expect((await list(cluster(), "/cluster/import")).map((each) => each.id)).not.toContain(id);
    expect((await responseOf(remove())).status).toBe(404);
    expect((await responseOf(pageOf(id))).status).toBe(404);
  });
});

describe("the fields", () => {
  it("are detected, and become the mapping of a new index", async () => {
    const id = await draft("mapped", { name: "cities.csv", content: cities(good) });
    const { fields, isNew } = await fieldsOf("mapped", id);
    expect(isNew).toBe(true);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ["name", "text"],
      ["population", "long"],
      ["at", "geo_point"],
    ]);
    const chosen = {
      "fields[0].name": "name",
      "fields[0].include": "on",
      "fields[0].kind": "keyword",
      "fields[0].useCase": "none",
      "fields[1].name": "population",
      "fields[1].kind": "long",
      "fields[1].useCase": "none",
    };
    expect((await responseOf(start("mapped", id, chosen))).headers.get("location")).toBe(`/app/mapped/import/${id}`);
    await finished("mapped", id);
    const { body } = await backend.call("GET", "/mapped/_mapping");
    expect(body).toMatchObject({ mapped: { mappings: { properties: { name: { type: "keyword" }, at: { type: "geo_point" } } } } });
    expect(JSON.stringify(body)).not.toContain("population");
  });

  it("are read anew when the reader says how", async () => {
    const id = await draft("anew", { name: "a.csv", content: "a;b\n1;2\n" });
    expect((await fieldsOf("anew", id)).total).toBe(2);
    expect((await fieldsOf("anew", id, "?delimiter=,")).total).toBe(1);
    expect((await fieldsOf("anew", id, "?header=no")).fields[0]?.name).toBe("column_1");
    expect((await fieldsOf("anew", id, "?delimiter=x&header=perhaps&from=abc")).total).toBe(2);
  });

  it("that the index has otherwise are told beside the field, and what was chosen stays", async () => {
    await backend.call("PUT", "/clash", { mappings: { properties: { population: { type: "keyword" } } } });
    const id = await draft("clash", { name: "cities.csv", content: cities(good) });
    expect((await fieldsOf("clash", id)).fields[1]).toMatchObject({ type: "keyword", existing: "keyword" });
    const { status, errors, reply } = replyOf(
      await start("clash", id, { "fields[0].name": "population", "fields[0].include": "on", "fields[0].kind": "long", "fields[0].useCase": "none" }),
    );
    expect(status).toBe(400);
    expect(errors["fields[0].kind"]?.[0]).toContain("as keyword");
    expect(reply.result.initialValue).toMatchObject({ fields: [{ kind: "long" }] });
  });

  it("by thousands come in pages that keep their choices", async () => {
    const names = Array.from({ length: 250 }, (_, n) => `c${n}`);
    const id = await draft("wide", { name: "wide.csv", content: `${names.join(",")}\n${names.map((_, n) => n).join(",")}\n` });
    expect((await fieldsOf("wide", id)).fields).toHaveLength(100);
    const moved = await responseOf(
      start("wide", id, { to: "100", "fields[0].name": "c0", "fields[0].include": "on", "fields[0].kind": "keyword", "fields[0].useCase": "none" }),
    );
    expect(moved.headers.get("location")).toContain("from=100");
    expect((await fieldsOf("wide", id, "?from=100")).fields[0]?.name).toBe("c100");
    expect((await fieldsOf("wide", id)).fields[0]).toMatchObject({ name: "c0", type: "keyword" });
  });

  it("of an upload that was deleted are gone, and its file with them", async () => {
    const files = () => readdirSync(join(context.config.dataDir, "imports")).length;
    const before = files();
    const id = await draft("given-up", { name: "cities.csv", content: cities(good) });
    const answer = await responseOf(discard({ request: post(`/app/given-up/import/${id}/discard`, { intent: "discard-import" }), ...at("given-up", id) }));
    expect(answer.headers.get("location")).toBe("/app/given-up/import");
    expect((await responseOf(fieldsOf("given-up", id))).status).toBe(404);
    expect(files()).toBe(before);
  });

  it("of JSON come with rows as a table, what is nested cut short, and each row whole", async () => {
    const content = `${JSON.stringify({ title: "A", by: { name: "Ann", born: 1950 }, tags: Array.from({ length: 60 }, (_, n) => n) })}\n{"title":"B","votes":12345678901234567890}\n`;
    const id = await draft("json-table", { name: "a.ndjson", content });
    const { sample } = await fieldsOf("json-table", id);
    expect(sample.columns).toEqual(["title", "by", "tags", "votes"]);
    expect(sample.rows[0]?.cells.slice(0, 2)).toEqual(["A", '{"name":"Ann","born":1950}']);
    expect(sample.rows[0]?.cells[2]).toHaveLength(81);
    expect(sample.rows[1]?.cells).toEqual(["B", "", "", "12345678901234567890"]);
    expect(sample.rows[1]?.whole).toBe('{\n  "title": "B",\n  "votes": 12345678901234567890\n}');
  });

  it("with numbers as people write them are stored as numbers", async () => {
    const id = await draft("written", { name: "prices.csv", content: "name;price\nPen;1.299,50 €\nInk;0,75 €\nPad;n/a\nNib;7,00 €\nJar;2 €\n" });
    expect((await fieldsOf("written", id)).fields[1]).toMatchObject({ type: "double", numberFormat: "1.299,00", written: true });
    await responseOf(start("written", id));
    const { view } = await finished("written", id);
    expect(view).toMatchObject({ indexed: 4, failed: 1 });
    expect(view.failures[0]).toMatchObject({ field: "price", reason: "“n/a” is not a number like 1.299,00" });
    const { body } = await backend.call("POST", "/written/_search", { query: { range: { price: { gt: 1299 } } } });
    expect(JSON.stringify(body)).toContain('"price":1299.5');
  });
});

// The sample has sub-fields for search on every text: seconds of work on a busy machine.
describe("the job", { timeout: 90_000 }, () => {
  it("shows failed rows, gives them to download, and tries them again once mended", async () => {
    const app = "cities";
    const id = await draft(app, { name: "cities.csv", content: cities(`${good}Bad,n/a,"1,2"\nRagged,5\n`) });
    await responseOf(start(app, id));
    const { view } = await finished(app, id);
    expect(view).toMatchObject({ state: "done", indexed: 10, failed: 2, rowsRead: 12 });
    expect(view.failures.map(({ line, reason }) => [line, reason])).toEqual([
      [12, "“n/a” is not a whole number"],
      [13, "expected 3 columns, found 2"],
    ]);

    const failed = (as: string) => download({ request: page(`/resources/import/${id}/failed?as=${as}`), params: { jobId: id }, context });
    expect(await (await responseOf(failed("rows"))).text()).toBe('name,population,at\nBad,n/a,"1,2"\nRagged,5\n');
    const report = await responseOf(failed("report"));
    expect(report.headers.get("content-disposition")).toContain("cities-failed-reasons.csv");
    expect((await report.text()).split("\n")[2]).toBe('13,,"expected 3 columns, found 2","Ragged,5"');

    const shown = await failedPage({ request: page(`/app/${app}/import/${id}/failed`), ...at(app, id) });
    expect(shown.text).toBe('Bad,n/a,"1,2"\nRagged,5');
    const retry = (form: Record<string, string>) => failedAction({ request: post(`/app/${app}/import/${id}/failed`, form), ...at(app, id) });
    expect(replyOf(await retry({ intent: "retry-edited-rows", rows: " " })).status).toBe(400);
    const begun = await responseOf(retry({ intent: "retry-edited-rows", rows: 'Bad,7,"1,2"\r\nRagged,5,' }));
    const next = (begun.headers.get("location") ?? "").split("/").at(-1) ?? "";
    expect((await finished(app, next)).view).toMatchObject({ state: "done", indexed: 2, failed: 0 });
    expect((await backend.call("GET", `/${app}/_count`)).body).toMatchObject({ count: 12 });
    expect((await responseOf(retry({ intent: "retry-rows" }))).headers.get("location")).toBe(`/app/${app}/import/${id}/failed`);
  });

  it("imports the sample films", async () => {
    const answer = await responseOf(upload({ app: "films", intent: "import-sample" }));
    const id = (answer.headers.get("location") ?? "").split("/")[4] ?? "";
    const { fields } = await fieldsOf("films", id);
    expect(fields.find((field) => field.name === "Release Date")).toMatchObject({ type: "date", dateFormat: "MMM d yyyy" });
    await responseOf(start("films", id));
    const { view } = await finished("films", id);
    expect(view).toMatchObject({ state: "done", indexed: 3201, failed: 0 });
    const { jobs, isNew } = await importPage({ request: page("/app/films/import"), ...at("films") });
    expect([isNew, jobs.length, jobs[0]?.state]).toEqual([false, 1, "done"]);
  });

  it("sends its state as events, and ends them with it", async () => {
    const id = await draft("live", { name: "cities.csv", content: cities(good) });
    await responseOf(start("live", id));
    await finished("live", id);
    const answer = await responseOf(events({ request: page(`/resources/import/${id}/events`), params: { jobId: id }, context }));
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(await answer.text()).toMatch(/^data: \{"state":"done".*\}\n\n$/);
  });

  it("of another index, or one that is not there, is a 404", async () => {
    const id = await draft("mine", { name: "cities.csv", content: cities(good) });
    // One's own upload is led to where it is.
    expect((await responseOf(fieldsOf("yours", id))).headers.get("location")).toBe(`/app/mine/import/${id}/fields`);
    expect((await responseOf(jobPage({ request: page(`/app/yours/import/${id}`), ...at("yours", id) }))).status).toBe(404);
    await responseOf(start("mine", id));
    expect((await responseOf(fieldsOf("yours", id))).status).toBe(404);
    expect((await responseOf(jobPage({ request: page("/app/mine/import/none"), ...at("mine", "none") }))).status).toBe(404);
  });

  it("that is over cannot be cancelled or resumed, and says so", async () => {
    const id = await draft("over", { name: "cities.csv", content: cities(good) });
    await responseOf(start("over", id));
    await finished("over", id);
    for (const intent of ["cancel-import", "resume-import"]) {
      const answer = await responseOf(jobAction({ request: post(`/app/over/import/${id}`, { intent }), ...at("over", id) }));
      expect(answer.status).toBe(302);
    }
    expect((await finished("over", id)).view.state).toBe("done");
  });

  it("keeps no credentials in clear on disk", async () => {
    const id = await draft("sealed", { name: "cities.csv", content: cities(good) });
    await responseOf(start("sealed", id));
    for (const file of ["console.db", "console.db-wal"].map((name) => join(context.config.dataDir, name)).filter(existsSync)) {
      const bytes = readFileSync(file);
      expect(bytes.includes(backend.password)).toBe(false);
      expect(bytes.includes(backend.token)).toBe(false);
    }
  });
});
