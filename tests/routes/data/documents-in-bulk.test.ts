import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as browsePage } from "~/routes/data/browse/browse";
import type { loader as comparePage } from "~/routes/data/browse/compare";
import type { loader as updatePage } from "~/routes/data/browse/update-many";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as jobPage } from "~/routes/data/jobs/job";
import { encodeSegment } from "~/lib/address/ids";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { oddIds } from "../../setup/odd-ids";
import { openScreen } from "../../setup/open-screen";
import "../../setup/runner/matchers";

// Documents by the values of a field, two beside each other, and one field of many edited.

const name = "places";
let backend: TestBackend;
let gate: Gate;
const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", `/${name}`, {
    mappings: {
      properties: {
        city: { type: "text", fields: { keyword: { type: "keyword" } } },
        people: { type: "long" },
        at: { type: "geo_point" },
        note: { type: "text" },
      },
    },
  });
  await store("1", '{"city":"Paris","people":2100000,"at":"48.85,2.35","price":1.10}');
  await store("2", '{"city":"Paris","people":25000,"at":"33.66,-95.55"}');
  await store("3", '{"city":"Versailles","people":9007199254740993,"at":"48.80,2.13","tags":["palace"]}');
  await store("4", '{"people":1}');
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const authorization = () => ({ Authorization: `Basic ${backend.token}`, "Content-Type": "application/json" });

async function store(id: string, source: string) {
  const answer = await fetch(`${backend.url}/${name}/_doc/${id}?refresh=true`, {
    method: "PUT",
    headers: authorization(),
    body: source,
  });
  expect(answer.ok).toBe(true);
}

async function stored(id: string) {
  const answer = await fetch(`${backend.url}/${name}/_doc/${id}`, { headers: authorization() });
  return /"_source":(\{.*\})\}/.exec(await answer.text())?.[1];
}

const browse = (query: string) => openScreen<typeof browsePage>(`browse${query}`, { backend: behind(), at: name });
const update = (query: string, form?: Record<string, string>, at = name) =>
  openScreen<typeof updatePage>(`browse/documents/update-many${query}`, {
    backend: behind(),
    at,
    ...(form ? { form } : {}),
  });
const lastChange = async () => (await openScreen<typeof changesPage>("changes", { backend: behind() })).data?.rows[0];
const openJob = async (id: string, at: string) =>
  (await openScreen<typeof jobPage>(`jobs/${id}`, { backend: behind(), at })).data?.job;

/** Posts the boxes of these rows of Browse; the draft that the answer leads to. */
async function tick(intent: string, ...ids: string[]) {
  const { response } = await openScreen(`browse`, {
    backend: behind(),
    at: name,
    form: [["intent", intent], ...ids.map((id): [string, string] => ["id", encodeSegment(id)])],
  });
  return response?.headers.get("Location") ?? "";
}

/** Confirms an edit and waits for its job. */
async function updated(query: string, at = name) {
  const { data } = await update(query, undefined, at);
  const { response, flash } = await update(query, { count: String(data?.meant?.count) }, at);
  expect(flash).toMatch(/being updated/);
  const id = response?.headers.get("Location")?.split("/").at(-1) ?? "";
  for (let tries = 0; tries < 200; tries += 1) {
    const job = await openJob(id, at);
    if (job && ["done", "failed", "interrupted"].includes(job.state)) return job;
    await sleep(25);
  }
  throw new Error("the job did not end");
}

describe("top values of a field", () => {
  it("are counted among what matches, with those that have none", async () => {
    const { data } = await browse("?facet=city");
    expect(data?.open && data.facet).toMatchObject({
      ok: true,
      value: {
        values: [
          { value: "Paris", count: 2 },
          { value: "Versailles", count: 1 },
        ],
        missing: 1,
        others: 0,
      },
    });
    const some = await browse("?f=above:people:1000000&facet=people");
    expect(some.data?.open && some.data.facet).toMatchObject({
      value: { values: expect.arrayContaining([{ value: "2100000", count: 1 }]), missing: 0 },
    });
  });
  it("of a field that cannot be counted are not shown, nor those of one that is not there", async () => {
    for (const facet of ["note", "nothing", "at"])
      expect((await browse(`?facet=${facet}`)).data).toMatchObject({ facet: null });
  });
  it("fail alone", async () => {
    gate.decide((_path, _bulks, _incoming, body) => (body.includes('"aggs"') ? { status: 500 } : "pass"));
    const { data } = await browse("?facet=city");
    gate.decide(() => "pass");
    expect(data).toMatchObject({ facet: { ok: false }, table: { ok: true } });
  });
});

describe("filters of several values and of places", () => {
  it.each([
    ["?f=any:city:Paris,%20Versailles", 3],
    ["?f=any:people:25000,1", 2],
    ["?f=near:at:48.85,2.35..30km", 2],
    ["?f=near:at:48.85,2.35..1km", 1],
    ["?f=!near:at:48.85,2.35..30km&f=exists:at", 1],
    ["?f=is:city:Paris&f=is:city:Versailles", 0],
    ["?f=is:city:Paris&f=is:city:Versailles&match=any", 3],
    ["?f=below:people:30000&f=1.is:city:Paris&f=1.missing:city", 2],
    ["?f=is:city:Versailles&f=1.is:city:Paris&f=1.!above:people:30000&match=any", 2],
  ])("%s", async (query, total) => {
    const { data } = await browse(query);
    expect(data?.open && data.table.ok && data.table.value.total).toBe(total);
  });
});

describe("filters that are joined", () => {
  const added = async (query: string) => (await browse(query)).response?.headers.get("Location");
  it("come from the form: alone, or in a group with one that is there", async () => {
    expect(await added("?f=exists:at&field=city&operator=is&value=Paris&to=&place=")).toContain(
      "?f=exists%3Aat&f=is%3Acity%3AParis",
    );
    expect(await added("?f=exists:at&field=city&operator=!contains&value=Par&to=&place=0")).toContain(
      "?f=1.exists%3Aat&f=1.%21contains%3Acity%3APar",
    );
  });
  it("are the same for an edit of all that they match, told in words", async () => {
    const { data } = await update(
      "?edit=remove&path=none&match=any&f=is:city:Versailles&f=1.is:city:Paris&f=1.below:people:30000",
    );
    expect(data?.meant).toMatchObject({
      count: 2,
      words: ["city is Versailles or (city is Paris and people below 30000)"],
    });
    // What is not understood must not widen what is done.
    expect((await update("?edit=remove&path=none&f=is:city:Paris&match=some")).status).toBe(400);
    expect((await update("?edit=remove&path=none&f=is:city:Paris&f=1.2.is:city:Rome")).status).toBe(400);
  });
});

describe("two documents beside each other", () => {
  const compare = async (...ids: string[]) =>
    openScreen<typeof comparePage>(await tick("compare-selected", ...ids), { backend: behind() });
  it("show what differs, digits as they are stored", async () => {
    const { data } = await compare("1", "2");
    expect(JSON.stringify(data?.found?.rows)).toContain('\\"price\\": 1.10');
    expect(data?.found?.documents.map(({ id }) => id)).toEqual(["1", "2"]);
  });
  it.each([[["1"]], [["1", "2", "3"]], [["1", "gone"]]])("are not %j", async (ids) => {
    expect((await compare(...ids)).data?.found).toBeNull();
  });
});

describe("an edit of many documents", () => {
  it("is shown before it is done, and is none that does not fit", async () => {
    const { data } = await update("?edit=set&path=people&with=5&f=is:city:Paris");
    expect(data).toMatchObject({ meant: { count: 2 }, edit: "Set people to 5", problem: null });
    expect(data?.documents?.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(JSON.stringify(data?.documents)).toContain('\\"people\\": 5');
    expect(data?.request?.body).toContain('"if_seq_no"');
    for (const [query, at] of [
      ["?edit=set&path=people&with=five", "with"],
      ["?edit=set&path=_id&with=5", "other"],
      ["?edit=set&path=a..b&with=5", "other"],
      ["?edit=rename&path=city&with=a.b", "with"],
      ["?edit=set&path=city", "with"],
      ["?with=5", "path"],
    ] as const)
      expect((await update(query)).data).toMatchObject({ edit: null, problem: { at } });
    expect(await stored("2")).toBe('{"city":"Paris","people":25000,"at":"33.66,-95.55"}');
  });

  it("changes what matches and nothing else, digit for digit", async () => {
    const job = await updated("?edit=append&path=tags&with=checked");
    expect(job).toMatchObject({ state: "done", failed: 0 });
    expect(await stored("1")).toBe(
      '{"city":"Paris","people":2100000,"at":"48.85,2.35","price":1.10,"tags": ["checked"]}',
    );
    expect(await stored("3")).toBe(
      '{"city":"Versailles","people":9007199254740993,"at":"48.80,2.13","tags":["palace","checked"]}',
    );
    // Doing it again changes nothing.
    await updated("?edit=append&path=tags&with=checked&f=is:city:Paris");
    expect(await stored("1")).toContain('"tags": ["checked"]}');
    await updated("?edit=rename&path=tags&with=labels&f=is:city:Versailles");
    expect(await stored("3")).toContain('"labels": ["palace","checked"]');
    await updated("?edit=remove&path=tags");
    expect(await stored("1")).toBe('{"city":"Paris","people":2100000,"at":"48.85,2.35","price":1.10}');
  });

  it("reaches every document once, whatever its id is", async () => {
    const rows = oddIds.map((id) => `${JSON.stringify({ index: { _id: id } })}\n{"n":1.10}\n`).join("");
    const answer = await fetch(`${backend.url}/odd/_bulk?refresh=true`, {
      method: "POST",
      headers: { ...authorization(), "Content-Type": "application/x-ndjson" },
      body: rows,
    });
    expect(await answer.json()).toMatchObject({ errors: false });
    expect(await updated("?edit=append&path=seen&with=yes", "odd")).toMatchObject({ state: "done", failed: 0 });
    const { body } = await backend.call("POST", "/odd/_search", {
      size: 1000,
      version: true,
      query: { term: { "seen.keyword": "yes" } },
    });
    const { hits } = (body as { hits: { hits: { _id: string; _version: number; _source: unknown }[] } }).hits;
    expect(hits.map(({ _id }) => _id).sort()).toEqual([...oddIds].sort());
    for (const hit of hits) expect(hit).toMatchObject({ _version: 2, _source: { n: 1.1, seen: ["yes"] } });
  });

  it("tells which documents the engine refused, and stores the others", async () => {
    const job = await updated("?edit=set&path=at&with=nowhere&f=exists:at");
    expect(job).toMatchObject({ state: "failed", failed: 3, amount: "0 of 3 documents" });
    expect(job?.notice).toMatch(/refused all 3 documents: .+ Nothing was changed/);
    expect(await stored("2")).toContain('"at":"33.66,-95.55"');
    expect(await lastChange()).toMatchObject({
      outcome: "failed",
      title: "Update documents",
      note: expect.stringMatching(/refused all 3 documents/) as string,
    });
  });

  it("tells the change log what was changed, not what was asked for", async () => {
    // One is not stored by the engine: a number does not fit its field.
    await backend.call("PUT", "/partly", {
      mappings: { properties: { n: { type: "long" }, text: { type: "keyword" } } },
    });
    for (const [id, text] of [["1", "12"], ["2", "many"], ["3", "13"]]) await backend.call("PUT", `/partly/_doc/${id}?refresh=true`, { text }); // prettier-ignore
    const job = await updated("?edit=rename&path=text&with=n", "partly");
    expect(job).toMatchObject({ state: "done", failed: 1, amount: "2 of 3 documents" });
    expect(await lastChange()).toMatchObject({
      outcome: "partial",
      title: "Updated documents",
      note: "2 documents updated, 1 refused.",
    });
  });

  it("offers the fields of the mapping, counts who has one, and takes a new one by its name", async () => {
    const { data } = await update("?edit=remove&path=city");
    expect(data).toMatchObject({ having: { count: 3, field: "city" }, unknown: null });
    expect(data?.meant?.fields).toEqual(
      expect.arrayContaining([{ path: "people", type: "long", example: "Number, such as 12 or 3.5" }]),
    );
    const asked = async (query: string) => (await update(query)).data?.problem ?? null;
    expect(await asked("?path=people")).toEqual({ problem: "Enter a value.", at: "with" });
    expect(await asked("?with=x")).toEqual({ problem: "Choose a field.", at: "path" });
    expect(await asked("?path=_new&with=x")).toEqual({ problem: "Enter the name of the new field.", at: "other" });
    const fresh = await update("?path=_new&other=fresh&with=x");
    expect(fresh.data).toMatchObject({ edit: 'Set fresh to "x"', unknown: "fresh", having: null });
  });

  it("is not done to more than were shown, nor without a choice, nor without the right", async () => {
    expect((await update("?edit=remove&path=people", { count: "2" })).flash).toMatch(/4 documents match now/);
    expect((await update("", { count: "4" })).flash).toMatch(/choose what to change/);
    const { status } = await openScreen(`browse/documents/update-many?edit=remove&path=people`, {
      backend: behind(),
      at: name,
      as: { actions: ["analytics"] },
      form: { count: "4" },
    });
    expect(status).toBe(403);
    expect(await stored("4")).toContain("people");
  });
});
