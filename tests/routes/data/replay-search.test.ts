import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { loader as replayPage } from "~/routes/data/request-logs/replay";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// A search that was recorded is sent again by the screen, and finds the same; after the index changed the screen tells
// the difference.

let backend: TestBackend;
const films = [
  "Metropolis",
  "Nosferatu, a symphony",
  "The last laugh",
  "A symphony of a great city",
  "The city without a symphony, the great",
  "M",
];

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [at, title] of films.entries()) await write(at, title);
});
afterAll(() => backend.close());

const write = (id: number, title: string) =>
  backend.call("PUT", `/silent/_doc/${id}?refresh=true`, {
    title,
    year: 1920 + id,
    kind: id % 2 === 0 ? "drama" : "horror",
  });

type Search = { path: string; body: string; lists: number };
const json = JSON.stringify;
const text = { id: "found", type: "search", dataField: ["title"], value: "great symphony city", size: 10 };

const searches: Record<string, Search> = {
  "a search": { path: "/silent/_reactivesearch", body: json({ query: [text] }), lists: 1 },
  "a search with facet and result beside it": {
    path: "/silent/_reactivesearch",
    body: json({
      query: [
        { ...text, highlight: true, sortBy: "asc" },
        { id: "kinds", type: "term", dataField: ["kind.keyword"], react: { and: "found" } },
        { id: "all", dataField: ["year"], value: { start: 1921 }, type: "range", size: 3 },
      ],
    }),
    lists: 2,
  },
  suggestions: {
    path: "/silent/_reactivesearch",
    body: json({ query: [{ ...text, type: "suggestion", value: "sym" }] }),
    lists: 1,
  },
  "the engine's own search": {
    path: "/silent/_search?size=4&track_total_hits=true",
    body: json({ query: { match: { title: "symphony the" } }, aggs: { kinds: { terms: { field: "kind.keyword" } } } }),
    lists: 1,
  },
  "a sorted one without scores": {
    path: "/silent/_search",
    body: json({ query: { match_all: {} }, sort: [{ year: "desc" }] }),
    lists: 1,
  },
  "several at once": {
    path: "/silent/_msearch",
    body: `{}\n${json({ query: { match: { title: "city" } } })}\n{}\n${json({ query: { prefix: { title: "sym" } }, size: 1 })}\n`,
    lists: 2,
  },
};

async function send({ path, body }: Search): Promise<string> {
  const answer = await fetch(`${backend.url}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${backend.token}`,
      "Content-Type": path.endsWith("_msearch") ? "application/x-ndjson" : "application/json",
    },
    body,
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

const logsSchema = z.object({ logs: z.array(z.object({ id: z.string() })) });

/** The newest record of the index. */
async function recorded(): Promise<string> {
  const { body } = await backend.call("GET", "/silent/_logs?size=1&filter=search");
  return logsSchema.parse(body).logs[0]?.id ?? "";
}

/** Sends a record again by its screen; what the screen says of both answers. */
async function replayed(id: string) {
  const path = `request-logs/${id}/replay`;
  const sent = await openScreen(path, {
    backend,
    at: "silent",
    form: { intent: "replay-request", confirmation: "yes" },
  });
  const { data } = await openScreen<typeof replayPage>(sent.response?.headers.get("Location") ?? "", { backend });
  if (!data?.answers) throw new Error(`no answers to ${id}: ${json(sent.errors)}`);
  return data.answers;
}

const changedLines = (rows: Awaited<ReturnType<typeof replayed>>["rows"]) =>
  rows.flatMap((row) => (row.kind === "changed" ? [row.before ?? "", row.after ?? ""] : []));

const sorted = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number().nullable() })) }),
});

describe("a recorded search, sent again", () => {
  it.each(Object.entries(searches))("finds the same: %s", async (_, search) => {
    await send(search);
    const answers = await replayed(await recorded());
    expect(answers).toMatchObject({
      recorded: { status: 200 },
      replayed: { status: 200 },
      hits: { same: true, sameScores: true },
    });
    expect(answers.hits?.count).toBeGreaterThan(1);
    // But for the time that it took.
    expect(changedLines(answers.rows).filter((line) => !/"took"/.test(line))).toEqual([]);
  });

  it("tells other scores, other hits and another order once the index changed", async () => {
    const search = searches["the engine's own search"];
    if (search === undefined) throw new Error("no search");
    const before = sorted.parse(JSON.parse(await send(search))).hits.hits;
    const id = await recorded();
    expect((await replayed(id)).hits).toEqual({ same: true, sameScores: true, count: before.length });

    // Rarer or more frequent words weigh otherwise, whoever has them.
    await write(90, "Nothing of it");
    expect((await replayed(id)).hits).toMatchObject({ same: true, sameScores: false });

    await backend.call("DELETE", `/silent/_doc/${before[0]?._id}?refresh=true`);
    const after = await replayed(id);
    expect(after.hits).toMatchObject({ same: false });
    expect(changedLines(after.rows).join("\n")).toContain(`"_id": "${before[0]?._id}"`);
  });
});
