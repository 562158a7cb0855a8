import { describe, expect, it } from "vitest";
import type { loader as confirmPage } from "~/routes/data/console/confirm";
import type { loader as consolePage } from "~/routes/data/console/console";
import type { loader as historyPage } from "~/routes/data/console/history";
import type { loader as changesPage } from "~/routes/data/changes/list";
import { choiceOf, parseConsole } from "~/lib/data/console/parse";
import { blockOf } from "~/services/data/console/blocked";
import { callOf } from "~/services/data/console/call";
import { openScreen } from "../../setup/open-screen";
import { backend, behind, gate, locationOf, post, run, seen, startConsole } from "./support/console";

startConsole();

/** A request of a text as its list names it. */
function choice(text: string, at: number) {
  const request = parseConsole(text)[at];
  return request === undefined ? "" : choiceOf(request, at);
}

describe("the console", () => {
  it("begins with requests of the index that one is on, and sends nothing by that", async () => {
    seen.length = 0;
    const { data } = await openScreen<typeof consolePage>("console", { backend: behind(), at: "films" });
    expect(data?.text).toContain("GET /films/_search");
    expect(seen.filter((call) => call.includes("films"))).toEqual([]);
  });

  it("runs the chosen request and shows its answer by address", async () => {
    const text = 'GET /_cat/indices?v\n\nGET /films/_search\r\n{ "query": { "match": { "title": "1" } } }';
    const { data, answers } = await run(text, { request: choice(text, 1) });
    expect(data).toMatchObject({ chosen: 1, text: text.replaceAll("\r\n", "\n") });
    expect(answers).toMatchObject([
      {
        method: "GET",
        target: "/films/_search",
        state: "answered",
        status: 200,
        from: 3,
        shown: { isJson: true, cut: false },
      },
    ]);
    expect(answers[0]?.shown?.text).toContain("Film 1");
    expect(answers[0]?.shown?.text).not.toContain("Film 2");
  });

  it("shows what is no JSON, what is refused, and what is no path", async () => {
    expect((await run("GET /_cat/indices?v")).answers[0]).toMatchObject({
      status: 200,
      shown: { isJson: false, text: expect.stringContaining("health") },
    });
    expect((await run("GET /nowhere/_search")).answers[0]).toMatchObject({
      state: "answered",
      status: 404,
      shown: { isJson: true },
    });
    const wrong = (await run('# one\nPOST /films/_search\n{\n  "query": {\n    "nope": {} } }')).answers[0];
    expect(wrong).toMatchObject({ status: 400, message: expect.stringMatching(/^Line 5: .*nope/) });
    expect((await run("GET //evil.test/x")).answers[0]).toMatchObject({
      state: "not sent",
      message: expect.stringMatching(/names \/\/evil\.test/) as string,
    });
    expect((await run("GET /../x/..//y")).answers[0]).toMatchObject({
      state: "not sent",
      message: "This is not a path of the search server.",
    });
    expect((await run("GET /_cat/health\n{}")).answers[0]).toMatchObject({
      state: "not sent",
      message: expect.stringContaining("takes no body"),
    });
  });

  it("cuts what is long, with a note, and reads no more than it shows", async () => {
    const { answers } = await run("GET /long/_doc/1");
    expect(answers[0]?.shown).toMatchObject({ cut: true });
    expect(answers[0]?.shown?.text.length).toBeLessThanOrEqual(100_000);
    expect(answers[0]?.message).toContain("longer than what is read");
  });

  it("runs nothing else where the text has changed since the list was made, and lists it again", async () => {
    const changed = "Nothing was sent: the text has changed since its requests were listed.";
    const listed = 'GET /a\n\nPOST /b/_doc\n{ "n": 1 }\n\nPOST /b/_doc\n{ "n": 2 }';
    const cases: [text: string, chosen: string, told: string, now: number][] = [
      ["GET /a\n\nPUT /b", "", "Nothing was sent. Choose the request to run.", -1],
      ["GET /a\n\nPUT /b", "0 x GET /old", `${changed} Choose the request again.`, -1],
      // Another body: the request is probably this one, and nobody but the reader knows.
      [listed.replace("1", "3"), choice(listed, 1), `${changed} Check the chosen request and run it again.`, 1],
      // The chosen one was taken out; another stands in its place.
      [
        'GET /a\n\nPOST /b/_doc\n{ "n": 2 }',
        choice(listed, 1),
        `${changed} Check the chosen request and run it again.`,
        1,
      ],
      ["GET /c\n\nGET /d", choice(listed, 1), `${changed} Choose the request again.`, -1],
    ];
    for (const [text, request, told, now] of cases) {
      seen.length = 0;
      const { posted, data } = await run(text, { request });
      expect(posted.flash, text).toBe(told);
      expect(data).toMatchObject({ text, chosen: now, answers: [] });
      expect(seen.filter((call) => /\/(a|b|c|d|_doc)$/.test(call))).toEqual([]);
    }
    // One that only moved is still the one that was chosen; and of a single one there is no choice.
    const moved = `GET /z\n\n${listed}`;
    expect((await run(moved, { request: choice(listed, 1) })).answers).toMatchObject([
      { target: "/b/_doc", from: 5, status: 201 },
    ]);
    expect((await run("GET /films/_count", { request: choice(listed, 1) })).answers).toMatchObject([
      { target: "/films/_count", status: 200 },
    ]);
    expect((await run(moved, { do: "list", request: choice(listed, 2) })).data).toMatchObject({ chosen: 3 });
    expect((await run(moved, { do: "save", name: "Moved", request: choice(listed, 2) })).data).toMatchObject({
      chosen: 3,
    });
    expect(await post("# nothing")).toHaveFieldError("text", /There is no request yet/);
  });

  it("makes changes as changes: logged by path, refused without the right, not sent to a protected server", async () => {
    const { answers } = await run('PUT /made/_doc/1?refresh=true\n{ "a": 1234567890123456789 }');
    expect(answers[0]).toMatchObject({ status: 201, state: "answered" });
    expect((await run("GET /made/_source/1")).answers[0]?.shown?.text).toContain("1234567890123456789");
    const { data } = await openScreen<typeof changesPage>("changes?resource=console+request", { backend: behind() });
    expect(data?.rows[0]).toMatchObject({
      title: "Ran request",
      method: "PUT",
      path: "/made/_doc/1?refresh=true",
      outcome: "success",
    });
    const refused = await run("POST /_user\n{}");
    expect(refused.answers[0]).toMatchObject({ state: "answered", status: 400 });

    const env = { PROTECTED_SERVERS: gate.url };
    const blocked = await post("PUT /made/_doc/2\n{}", {}, { env });
    const shown = await openScreen<typeof consolePage>(locationOf(blocked), { backend: behind(), env });
    expect(shown.data?.answers[0]).toMatchObject({ state: "not sent", message: expect.stringContaining("protected") });
    const reads = await post("GET /films/_count", {}, { env });
    expect(
      (await openScreen<typeof consolePage>(locationOf(reads), { backend: behind(), env })).data?.answers[0],
    ).toMatchObject({ status: 200 });

    const as = { actions: ["develop"] };
    const users = await post("POST /_user\n{}", {}, { as });
    const told = await openScreen<typeof consolePage>(locationOf(users), { backend: behind(), as });
    expect(told.data?.answers[0]).toMatchObject({
      state: "not sent",
      message: expect.stringContaining("User management"),
    });
  });

  it("sends nothing that is meant for another server, and what names this one", async () => {
    seen.length = 0;
    for (const address of [
      "http://prod.example.org:9200/films/_doc/9",
      "https://ann:pw@prod.example.org/films/_doc/9",
      "prod:9200/films/_doc/9",
      "//prod/films/_doc/9",
    ]) {
      const { answers } = await run(`PUT ${address}\n{ "title": "Elsewhere" }`);
      expect(answers[0], address).toMatchObject({
        state: "not sent",
        status: null,
        message: expect.stringMatching(/names .*prod.* It is not sent\./) as string,
      });
      expect(JSON.stringify(answers[0])).not.toContain("ann:pw");
    }
    expect(seen.filter((call) => call.startsWith("PUT"))).toEqual([]);
    // Opened from the history it still names that server.
    const { data } = await openScreen<typeof historyPage>("console/history", { backend: behind() });
    expect(data?.rows[0]?.path).toBe("//prod/films/_doc/9");
    const own = new URL(gate.url);
    for (const address of [gate.url, `http://ann:pw@${own.host}`, `${own.host}`, `//${own.host}`])
      expect((await run(`GET ${address}/films/_count?q=*`)).answers[0], address).toMatchObject({
        status: 200,
        state: "answered",
      });
  });

  it("logs a bulk by what was stored of it, not by its status", async () => {
    const bulk = (years: readonly unknown[]) =>
      `PUT /years\n{"mappings":{"properties":{"year":{"type":"long"}}}}\nPOST /years/_bulk\n${years.map((year) => `{"index":{}}\n${JSON.stringify({ year })}`).join("\n")}`;
    const outcome = async (years: readonly unknown[]) => {
      const text = bulk(years);
      const { answers } = await run(text, { request: choice(text, 1) });
      const { rows } = (await openScreen<typeof changesPage>("changes", { backend: behind() })).data ?? {};
      return {
        status: answers[0]?.status,
        message: answers[0]?.message,
        outcome: rows?.[0]?.outcome,
        note: rows?.[0]?.note,
      };
    };
    await run(bulk([1]), { request: choice(bulk([1]), 0) });
    expect(await outcome([1999, 2000])).toMatchObject({ status: 200, message: null, outcome: "success" });
    const part = { message: expect.stringMatching(/^1 of 2 operations were refused: /) as string };
    expect(await outcome([1999, "many"])).toMatchObject({
      status: 200,
      ...part,
      outcome: "partial",
      note: part.message,
    });
    expect(await outcome(["many"])).toMatchObject({
      status: 200,
      outcome: "failed",
      note: expect.stringMatching(/The operation was refused/) as string,
    });
  });

  it("marks what will not be sent before it runs, with the reason", async () => {
    const text =
      "GET /films/_count\n\nPUT /made/_doc/2\n{}\n\nPOST /_user\n{}\n\nGET //evil.test\n\nPATCH /films/_count?x=1\n\nGET /_snapshot/a/b/c";
    const marks = async (options: Partial<Parameters<typeof openScreen>[1]> = {}) => {
      const listed = await post(text, { do: "list" }, options);
      const { data } = await openScreen<typeof consolePage>(locationOf(listed), { backend: behind(), ...options });
      // In the browser the same is told again of what is typed.
      expect(parseConsole(text).map((request) => (data && blockOf(request, data.blocks)) ?? null)).toEqual(
        data?.blocked,
      );
      return data?.blocked ?? [];
    };
    const elsewhere = expect.stringMatching(/^The request names \/\/evil\.test/) as string;
    expect(await marks()).toEqual([null, null, null, elsewhere, null, null]);
    expect((await run("PATCH /films/_count")).answers[0]).toMatchObject({ status: 405 });
    expect((await run("GET /_snapshot/a/b/c?v")).answers[0]).toMatchObject({ status: 404 });
    const unknown = expect.stringContaining("no such route");
    expect((await marks()).slice(4)).toEqual([unknown, unknown]);
    const blocked = expect.stringContaining("no writing window is open");
    expect((await marks({ env: { PROTECTED_SERVERS: gate.url } })).slice(0, 4)).toEqual([
      null,
      blocked,
      blocked,
      elsewhere,
    ]);
    expect((await marks({ as: { actions: ["develop"] } })).slice(0, 3)).toEqual([
      null,
      null,
      expect.stringContaining("User management"),
    ]);
  });

  it("shows the headers of request and answer, secrets masked", async () => {
    const valueOf = (rows: readonly { name: string; value: string }[] | undefined, name: string) =>
      rows?.find((row) => row.name === name)?.value;
    for (const text of ["GET /films/_count", "PUT /made/_doc/7\n{}", "GET /nowhere/_doc/1"]) {
      const { headers } = (await run(text)).answers[0] ?? {};
      expect(valueOf(headers?.sent, "authorization"), text).toBe("Basic ••••••");
      expect(valueOf(headers?.sent, "host")).toBe(new URL(gate.url).host);
      expect(valueOf(headers?.received, "content-type")).toContain("json");
    }
    expect((await run("GET //evil.test/x")).answers[0]?.headers).toBeNull();
  });

  it("asks first before what destroys, alone and among all", async () => {
    await backend.call("PUT", "/doomed", {});
    const asked = await post("DELETE /doomed");
    expect(locationOf(asked)).toMatch(/^\/cluster\/console\/confirm\?work=/);
    expect((await backend.call("GET", "/doomed")).status).toBe(200);
    const page = await openScreen<typeof confirmPage>(locationOf(asked), { backend: behind() });
    expect(page.data?.page).toMatchObject({
      title: "DELETE /doomed",
      why: "It deletes the index with all its documents.",
      request: { method: "DELETE" },
      gate: { ok: true },
    });
    const all = await run("GET /doomed/_count\n\nDELETE /doomed", { do: "all" });
    expect(all.answers.map(({ state }) => state)).toEqual(["answered", "not sent"]);
    // What is typed and run meanwhile is no part of what was shown.
    await backend.call("PUT", "/spared", {});
    await post("DELETE /spared\n\nDELETE /doomed");
    const done = await openScreen(locationOf(asked), { backend: behind(), form: { intent: "run-confirmed" } });
    expect(locationOf(done)).toMatch(/^\/cluster\/console\?work=/);
    expect((await backend.call("GET", "/doomed")).status).toBe(404);
    expect((await backend.call("GET", "/spared")).status).toBe(200);
    expect(
      (await openScreen<typeof confirmPage>("console/confirm?work=none", { backend: behind() })).data?.page,
    ).toBeNull();
    expect(
      (await openScreen("console/confirm?work=none", { backend: behind(), form: { intent: "run-confirmed" } })).errors[
        ""
      ],
    ).toEqual(["Nothing was sent: this request is no longer kept."]);
  });

  it("is judged by the path as it is sent", () => {
    const base = "http://search.test";
    const reading = (method: "GET" | "POST", path: string) => {
      const made = callOf({ method, path, search: "", body: null, lines: false }, base);
      return made.ok ? made.call.reading : "refused";
    };
    expect(reading("POST", "/films/_search")).toBe(true);
    expect(reading("POST", "/films/_doc/../_search")).toBe(true);
    expect(reading("POST", "/films/_search/../_delete_by_query")).toBe(false);
    expect(reading("POST", "/films%2F_doc/_search")).toBe(false);
    expect(reading("POST", "/films/_doc%2F..%2F_search")).toBe(false);
    expect(reading("POST", "/films/_doc/_search")).toBe(false);
    expect(reading("GET", "//evil.test")).toBe("refused");
    const behindPath = callOf(
      { method: "GET", path: "/../x", search: "", body: null, lines: false },
      "http://search.test/es/",
    );
    expect(behindPath.ok).toBe(false);
  });
});
