import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { action as discard, loader as discardPage } from "~/routes/data/import/discard";
import { action as fieldsAction } from "~/routes/data/import/fields/route";
import { action as source, loader as importPage } from "~/routes/data/import/source/route";
import { action as target, loader as targetPage } from "~/routes/data/import/target/route";
import { loader as events } from "~/routes/resources/import/events";
import { getImports } from "~/services/data/import/imports.server";
import { replyOf, responseOf } from "../../setup/console";
import {
  at,
  backend,
  cities,
  context,
  cookie,
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
    target({
      request: post(`/cluster/import/${id}/target`, {
        intent: "choose-index",
        kind: "new",
        index: "",
        existing: "",
        ...form,
      }),
      ...cluster(id),
    });

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
    expect((await responseOf(choose(id, { kind: "existing", existing: "there" }))).headers.get("location")).toBe(
      `/app/there/import/${id}/fields`,
    );
    expect((await pageOf(id)).chosen).toEqual({ kind: "existing", index: "a", existing: "there" });
  });

  it.each([
    [{ index: "Movies 2" }, "index", "Index names cannot contain spaces. Try movies-2."],
    [{ index: "" }, "index", "Enter a name for the index."],
    [
      { index: "taken" },
      "index",
      "Index taken already exists. Choose another name, such as taken-2, or choose “Existing index”.",
    ],
    [{ kind: "existing", existing: "" }, "existing", "Choose an index."],
    [
      { kind: "existing", existing: "gone" },
      "existing",
      "There is no index gone. Choose one of the list, or choose “New index”.",
    ],
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
      start("first-choice", id, {
        to: "index",
        "fields[0].name": "name",
        "fields[0].kind": "keyword",
        "fields[0].useCase": "none",
        idField: "name",
      }),
    );
    expect(back.headers.get("location")).toBe(`/cluster/import/${id}/target`);
    expect((await pageOf(id)).chosen).toMatchObject({ kind: "new", index: "first-choice" });
    await responseOf(choose(id, { index: "second-choice" }));
    expect(await fieldsOf("second-choice", id)).toMatchObject({
      idField: "name",
      fields: [{ name: "name", type: "keyword", include: false }, {}, {}],
    });
    // The other tab is still at the first one.
    const late = await responseOf(start("first-choice", id));
    expect([late.status, late.headers.get("location")]).toEqual([302, `/app/second-choice/import/${id}/fields`]);
  });

  it("keeps how the file is read when one comes back", async () => {
    const id = await draft("read-so", { name: "a.csv", content: "a;b\n1;2\n" });
    await responseOf(
      fieldsAction({
        request: post(`/app/read-so/import/${id}/fields?header=no`, { intent: "start-import", to: "index" }),
        ...at("read-so", id),
      }),
    );
    expect((await fieldsOf("read-so", id)).options).toMatchObject({ delimiter: ";", header: false });
  });

  it("of nobody's upload but one's own can be chosen", async () => {
    const id = getImports(context).store.create({
      url: backend.url,
      app: "",
      username: "somebody",
      name: "x.csv",
      size: 1,
      path: "/none",
    }).id;
    expect((await responseOf(pageOf(id))).status).toBe(404);
    expect((await responseOf(choose(id, { index: "mine-now" }))).status).toBe(404);
    expect(
      (await responseOf(events({ request: page(`/resources/import/${id}/events`), params: { jobId: id }, context })))
        .status,
    ).toBe(404);
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
    const remove = () =>
      discard({ request: post(`/cluster/import/${id}/discard`, { intent: "discard-import" }), ...cluster(id) });
    expect((await responseOf(remove())).headers.get("location")).toBe("/cluster/import");
    expect((await list(cluster(), "/cluster/import")).map((each) => each.id)).not.toContain(id);
    expect((await responseOf(remove())).status).toBe(404);
    expect((await responseOf(pageOf(id))).status).toBe(404);
  });
});
