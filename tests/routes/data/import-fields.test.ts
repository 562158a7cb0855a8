import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { action as discard } from "~/routes/data/import/discard";
import { action as failedAction, loader as failedPage } from "~/routes/data/import/failed";
import { action as jobAction, loader as jobPage } from "~/routes/data/import/job";
import { loader as importPage } from "~/routes/data/import/source/route";
import { loader as events } from "~/routes/resources/import/events";
import { loader as download } from "~/routes/resources/import/failed";
import { replyOf, responseOf } from "../../setup/console";
import {
  at,
  backend,
  cities,
  context,
  draft,
  fieldsOf,
  good,
  page,
  post,
  start,
  startImports,
  upload,
} from "./support/import";

startImports();

async function finished(app: string, id: string) {
  const job = () => jobPage({ request: page(`/app/${app}/import/${id}`), ...at(app, id) });
  await expect.poll(async () => (await job()).view.state, { timeout: 60_000 }).not.toMatch(/queued|running|waiting/);
  return job();
}

describe("values that do not fit the type that was chosen", () => {
  const asked = (kind: string) => ({
    "fields[0].name": "name",
    "fields[0].include": "on",
    "fields[0].kind": kind,
    "fields[0].useCase": "none",
  });
  const told = "10 of the first 10 rows will fail: “City 0” is not a whole number.";

  it("are told beside the field before the import starts, once, and then it starts", async () => {
    const id = await draft("misfits", { name: "cities.csv", content: cities(good) });
    const shown = await fieldsOf("misfits", id);
    expect([shown.told, ...shown.fields.map(({ misfit }) => misfit)]).toEqual([0, null, null, null]);
    const reply = replyOf(await start("misfits", id, { ...asked("long"), told: "0" }));
    expect(reply.status).toBe(400);
    expect(reply.errors["fields[0].kind"]).toEqual([told]);
    expect(reply.errors[""]?.[0]).toMatch(/^10 of the first 10 rows will fail with these types\./);
    // Kept: the page opened again tells it too.
    const again = await fieldsOf("misfits", id);
    expect([again.told, again.fields[0]?.misfit]).toEqual([10, told]);
    expect((await responseOf(start("misfits", id, { ...asked("long"), told: "10" }))).status).toBe(302);
    expect((await finished("misfits", id)).view).toMatchObject({ failed: 10 });
  });

  it("are not told where all fit, nor twice where the note says it", async () => {
    const id = await draft("fitting", { name: "a.csv", content: `n,word\n${"1,a\n".repeat(20)}x,b\n` });
    const shown = await fieldsOf("fitting", id);
    expect(shown.fields[0]).toMatchObject({ type: "long", note: expect.stringContaining("will fail"), misfit: null });
    expect(shown.told).toBe(1);
    const typed = { ...asked("keyword"), "fields[0].name": "n", told: "1" };
    expect((await responseOf(start("fitting", id, typed))).status).toBe(302);
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
    expect(body).toMatchObject({
      mapped: { mappings: { properties: { name: { type: "keyword" }, at: { type: "geo_point" } } } },
    });
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
      await start("clash", id, {
        "fields[0].name": "population",
        "fields[0].include": "on",
        "fields[0].kind": "long",
        "fields[0].useCase": "none",
      }),
    );
    expect(status).toBe(400);
    expect(errors["fields[0].kind"]?.[0]).toContain("as keyword");
    expect(reply.result.initialValue).toMatchObject({ fields: [{ kind: "long" }] });
  });

  it("by thousands come in pages that keep their choices", async () => {
    const names = Array.from({ length: 250 }, (_, n) => `c${n}`);
    const id = await draft("wide", {
      name: "wide.csv",
      content: `${names.join(",")}\n${names.map((_, n) => n).join(",")}\n`,
    });
    expect((await fieldsOf("wide", id)).fields).toHaveLength(100);
    const moved = await responseOf(
      start("wide", id, {
        to: "100",
        "fields[0].name": "c0",
        "fields[0].include": "on",
        "fields[0].kind": "keyword",
        "fields[0].useCase": "none",
      }),
    );
    expect(moved.headers.get("location")).toContain("from=100");
    expect((await fieldsOf("wide", id, "?from=100")).fields[0]?.name).toBe("c100");
    expect((await fieldsOf("wide", id)).fields[0]).toMatchObject({ name: "c0", type: "keyword" });
  });

  it("of an upload that was deleted are gone, and its file with them", async () => {
    const files = () => readdirSync(join(context.config.dataDir, "imports")).length;
    const before = files();
    const id = await draft("given-up", { name: "cities.csv", content: cities(good) });
    const answer = await responseOf(
      discard({
        request: post(`/app/given-up/import/${id}/discard`, { intent: "discard-import" }),
        ...at("given-up", id),
      }),
    );
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
    const id = await draft("written", {
      name: "prices.csv",
      content: "name;price\nPen;1.299,50 €\nInk;0,75 €\nPad;n/a\nNib;7,00 €\nJar;2 €\n",
    });
    expect((await fieldsOf("written", id)).fields[1]).toMatchObject({
      type: "double",
      numberFormat: "1.299,00",
      written: true,
    });
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

    const failed = (as: string) =>
      download({ request: page(`/resources/import/${id}/failed?as=${as}`), params: { jobId: id }, context });
    expect(await (await responseOf(failed("rows"))).text()).toBe('name,population,at\nBad,n/a,"1,2"\nRagged,5\n');
    const report = await responseOf(failed("report"));
    expect(report.headers.get("content-disposition")).toContain("cities-failed-reasons.csv");
    expect((await report.text()).split("\n")[2]).toBe('13,,"expected 3 columns, found 2","Ragged,5"');

    const shown = await failedPage({ request: page(`/app/${app}/import/${id}/failed`), ...at(app, id) });
    expect(shown.text).toBe('Bad,n/a,"1,2"\nRagged,5');
    const retry = (form: Record<string, string>) =>
      failedAction({ request: post(`/app/${app}/import/${id}/failed`, form), ...at(app, id) });
    expect(replyOf(await retry({ intent: "retry-edited-rows", rows: " " })).status).toBe(400);
    const begun = await responseOf(retry({ intent: "retry-edited-rows", rows: 'Bad,7,"1,2"\r\nRagged,5,' }));
    const next = (begun.headers.get("location") ?? "").split("/").at(-1) ?? "";
    expect((await finished(app, next)).view).toMatchObject({ state: "done", indexed: 2, failed: 0 });
    expect((await backend.call("GET", `/${app}/_count`)).body).toMatchObject({ count: 12 });
    expect((await responseOf(retry({ intent: "retry-rows" }))).headers.get("location")).toBe(
      `/app/${app}/import/${id}/failed`,
    );
  });

  it("imports the sample films", async () => {
    const answer = await responseOf(upload({ app: "films", intent: "import-sample" }));
    const id = (answer.headers.get("location") ?? "").split("/")[4] ?? "";
    const { fields } = await fieldsOf("films", id);
    expect(fields.find((field) => field.name === "Release Date")).toMatchObject({
      type: "date",
      dateFormat: "MMM d yyyy",
    });
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
    const answer = await responseOf(
      events({ request: page(`/resources/import/${id}/events`), params: { jobId: id }, context }),
    );
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(await answer.text()).toMatch(/^data: \{"state":"done".*\}\n\n$/);
  });

  it("of another index, or one that is not there, is a 404", async () => {
    const id = await draft("mine", { name: "cities.csv", content: cities(good) });
    // One's own upload is led to where it is.
    expect((await responseOf(fieldsOf("yours", id))).headers.get("location")).toBe(`/app/mine/import/${id}/fields`);
    expect((await responseOf(jobPage({ request: page(`/app/yours/import/${id}`), ...at("yours", id) }))).status).toBe(
      404,
    );
    await responseOf(start("mine", id));
    expect((await responseOf(fieldsOf("yours", id))).status).toBe(404);
    expect((await responseOf(jobPage({ request: page("/app/mine/import/none"), ...at("mine", "none") }))).status).toBe(
      404,
    );
  });

  it("that is over cannot be cancelled or resumed, and says so", async () => {
    const id = await draft("over", { name: "cities.csv", content: cities(good) });
    await responseOf(start("over", id));
    await finished("over", id);
    for (const intent of ["cancel-import", "resume-import"]) {
      const answer = await responseOf(
        jobAction({ request: post(`/app/over/import/${id}`, { intent }), ...at("over", id) }),
      );
      expect(answer.status).toBe(302);
    }
    expect((await finished("over", id)).view.state).toBe("done");
  });

  it("keeps no credentials in clear on disk", async () => {
    const id = await draft("sealed", { name: "cities.csv", content: cities(good) });
    await responseOf(start("sealed", id));
    for (const file of ["console.db", "console.db-wal"]
      .map((name) => join(context.config.dataDir, name))
      .filter(existsSync)) {
      const bytes = readFileSync(file);
      expect(bytes.includes(backend.password)).toBe(false);
      expect(bytes.includes(backend.token)).toBe(false);
    }
  });
});
