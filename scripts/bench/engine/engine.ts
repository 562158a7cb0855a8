// `node scripts/bench/engine/in-process.mjs [part of a name]`: the engine inside this process. Measures processor time,
// which other programs disturb less than the time on the clock. `--json` prints the rows as JSON, `--documents 20000`
// takes fewer cities, `--folder f` keeps the data in a folder that exists, so that a second run only searches.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import type { Engine, EngineRequest } from "@backend/engine/port";
import { DEFAULT_TEMPLATE } from "@backend/gateway/resources/indices/template/default-template";
import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import { bulkBodies, cities, films, searches } from "./engine-work.mjs";

/** Milliseconds of processor time for one request, or documents a second of processor time. */
type Row = { work: string; unit: "ms" | "a second"; p50: number; p95: number };

const WARM_UP = 20;

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

async function ask(engine: Engine, request: EngineRequest): Promise<string> {
  const { status, body } = await engine(request);
  if (status >= 300) throw new Error(`${request.path} answered ${status}: ${body.slice(0, 500)}`);
  return body;
}

/** Runs a request `times` times after a warm-up. */
async function timed({
  engine,
  work,
  times,
  request,
}: {
  engine: Engine;
  work: string;
  times: number;
  request: (n: number) => EngineRequest;
}): Promise<Row> {
  for (let n = 0; n < WARM_UP; n++) await ask(engine, request(n));
  const found: number[] = [];
  for (let n = 0; n < times; n++) {
    const next = request(WARM_UP + n);
    const before = processorMs();
    await ask(engine, next);
    found.push(processorMs() - before);
  }
  return { work, unit: "ms", p50: percentile(found, 0.5), p95: percentile(found, 0.95) };
}

/** Sends bulk bodies on two lanes. */
async function indexed({
  engine,
  work,
  index,
  documents,
}: {
  engine: Engine;
  work: string;
  index: string;
  documents: readonly unknown[];
}): Promise<Row> {
  const bodies = bulkBodies(documents);
  const before = processorMs();
  async function lane(): Promise<void> {
    for (let next = bodies.shift(); next; next = bodies.shift()) {
      const answer = parseJson(await ask(engine, { method: "POST", path: `/${index}/_bulk`, body: next.body }));
      if (!isJsonObject(answer) || answer["errors"] !== false) throw new Error(`a document of ${index} was refused`);
    }
  }
  await Promise.all([lane(), lane()]);
  const rate = documents.length / ((processorMs() - before) / 1000);
  return { work, unit: "a second", p50: rate, p95: rate };
}

const ROWS = 200_000;
const ROWS_A_CALL = 2_500;

/** Rows without ids, as applications and the request log send them: how they go on when there are many. */
async function rowsWithoutIds(engine: Engine): Promise<Row> {
  const text = "lorem ipsum dolor sit amet ".repeat(8);
  const before = processorMs();
  for (let from = 0; from < ROWS; from += ROWS_A_CALL) {
    const lines = Array.from(
      { length: ROWS_A_CALL },
      (_, at) => `{"index":{}}\n{"number":${from + at},"title":"Document number ${from + at}","text":"${text}"}\n`,
    );
    await ask(engine, { method: "POST", path: "/rows/_bulk", body: lines.join("") });
  }
  const rate = ROWS / ((processorMs() - before) / 1000);
  return { work: "indexing 200,000 rows without ids", unit: "a second", p50: rate, p95: rate };
}

const post = (index: string, path: string, body: unknown): EngineRequest => ({
  method: "POST",
  path: `/${index}/${path}`,
  body: stringifyJson(body),
});

/** Reads all cities in pages of 1,000, as an export does. */
async function exported(engine: Engine, documents: number): Promise<Row> {
  const before = processorMs();
  let after: unknown;
  let seen = 0;
  for (;;) {
    const answer = parseJson(
      await ask(
        engine,
        post("cities", "_search", {
          size: 1000,
          track_total_hits: false,
          sort: [{ cityId: "asc" }, { "country.keyword": "asc" }],
          ...(after === undefined ? {} : { search_after: after }),
        }),
      ),
    );
    const outer = isJsonObject(answer) && isJsonObject(answer["hits"]) ? answer["hits"]["hits"] : [];
    const hits = Array.isArray(outer) ? outer : [];
    const last = hits.at(-1);
    if (!isJsonObject(last)) break;
    after = last["sort"];
    seen += hits.length;
  }
  if (seen < documents * 0.99) throw new Error(`the export ended after ${seen} of ${documents}`);
  const rate = seen / ((processorMs() - before) / 1000);
  return { work: "export of all by search_after, pages of 1,000", unit: "a second", p50: rate, p95: rate };
}

async function mixed(engine: Engine): Promise<Row> {
  const before = processorMs();
  let count = 0;
  async function client(): Promise<void> {
    while (count < 200) {
      const n = count++;
      const one = searches[n % 5];
      if (one) await ask(engine, post(one.index, "_search", one.body(n)));
    }
  }
  await Promise.all(Array.from({ length: 8 }, client));
  const rate = count / ((processorMs() - before) / 1000);
  return { work: "eight mixed searches at once", unit: "a second", p50: rate, p95: rate };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      documents: { type: "string", default: "1000000" },
      times: { type: "string", default: "60" },
      folder: { type: "string" },
    },
  });
  const times = Number(values.times);
  const wanted = (work: string) => positionals.length === 0 || positionals.some((part) => work.includes(part));
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), "engine-bench-"));
  const opened = await openEmbeddedEngine({ folder });
  const engine = opened.handle;
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    if (!values.json)
      console.log(
        `| ${row.work} | ${row.unit === "ms" ? `${row.p50.toFixed(2)} / ${row.p95.toFixed(2)} ms` : `${Math.round(row.p50)} a second`} |`,
      );
  };
  try {
    const places = cities().slice(0, Number(values.documents));
    const filled = (await engine({ method: "GET", path: "/cities" })).status === 200;
    if (!filled)
      add(
        await indexed({
          engine,
          work: "indexing cities, batches of 1,000, two connections, durable",
          index: "cities",
          documents: places,
        }),
      );
    if (!filled && (wanted("indexing films") || wanted("films"))) {
      await ask(engine, {
        method: "PUT",
        path: "/_template/default",
        body: stringifyJson({ ...DEFAULT_TEMPLATE, index_patterns: ["films"] }),
      });
      add(await indexed({ engine, work: "indexing films with six sub-fields", index: "films", documents: films() }));
    }
    if (!filled && wanted("without ids")) add(await rowsWithoutIds(engine));
    // Merges go on after the last bulk; searches are measured when they are done.
    if (!filled) await new Promise((resolve) => setTimeout(resolve, 3000));
    for (const { work, index, body } of searches)
      if (wanted(work)) add(await timed({ engine, work, times, request: (n) => post(index, "_search", body(n)) }));
    if (wanted("get by id"))
      add(
        await timed({
          engine,
          work: "get by id",
          times: times * 5,
          request: (n) => ({ method: "GET", path: `/cities/_doc/${(n * 7919) % places.length}` }),
        }),
      );
    if (wanted("eight mixed")) add(await mixed(engine));
    if (wanted("export")) add(await exported(engine, places.length));
    if (wanted("update"))
      add(
        await timed({
          engine,
          work: "update by id, durable",
          times: times * 5,
          request: (n) => post("cities", `_update/${(n * 7919) % places.length}`, { doc: { touched: n } }),
        }),
      );
    const resident = Math.round(process.memoryUsage.rss() / 1_000_000);
    if (values.json) console.log(JSON.stringify({ rows, resident }));
    else console.log(`| resident memory after it | ${resident} MB |`);
  } finally {
    await opened.close();
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

await main();
