import { copyFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createJobStore, type Job, type JobStore } from "~/services/data/import/run/import-store.server";
import { openDatabase } from "~/services/platform/store/database.server";
import type { Product } from "../support/product";
import { samplePath } from "./films";

const MINUTE = 60_000;
/** Of a console on another machine, so that the one in the picture leaves the job alone. */
const elsewhere = "another-machine|1|0|pictures";

/** Ids of jobs in the pictures' addresses. */
export const jobIds = {
  draft: "picDraftFilm",
  untargeted: "picDraftCity",
  running: "picRunning01",
  done: "picDone00001",
  failed: "picFailed001",
  paused: "picPaused001",
  deletion: "picDelete001",
};

/**
 * Jobs in every state that stands still by itself: the runner leaves those alone that another console runs or that wait
 * for their time.
 */
export function seedJobs({ dataDir, backendUrl: url, username }: Product) {
  const folder = join(dataDir, "imports");
  mkdirSync(folder, { recursive: true });
  const database = openDatabase(join(dataDir, "console.db"));
  const store = createJobStore(database);
  const { table } = store;
  const add = ({ id, name, app, size = 20_914_000 }: Pick<Job, "id" | "name" | "app"> & { size?: number }) =>
    store.create({ id, name, app, size, url, username, path: join(folder, `${id}.upload`) });

  copyFileSync(samplePath, join(folder, `${jobIds.draft}.upload`));
  add({ id: jobIds.draft, name: "movies.json.gz", app: "movies", size: statSync(samplePath).size });
  const cities =
    "name;country;population;location;founded\nStockholm;SE;978770;59.3293,18.0686;01.02.1252\nOslo;NO;709037;59.9139,10.7522;11.05.1048\nBergen;NO;n/a;60.3913,5.3221;\n";
  writeFileSync(join(folder, `${jobIds.untargeted}.upload`), cities);
  add({
    id: jobIds.untargeted,
    name: "cities-of-northern-europe-with-population-and-position-utf8.csv",
    app: "",
    size: cities.length,
  });

  add({ id: jobIds.running, name: "geonames-all-countries-2026-11.csv.gz", app: "all-cities" });
  run({ table, id: jobIds.running });
  store.commit({
    id: jobIds.running,
    progress: {
      ackedRow: 91_960,
      rows: 91_960,
      indexed: 91_948,
      updated: 2_104,
      bytesRead: 14_221_520,
      failures: badRows(12),
    },
  });

  add({ id: jobIds.done, name: "movies.json.gz", app: "movies", size: 322_000 });
  store.commit({
    id: jobIds.done,
    progress: { ackedRow: 3_201, rows: 3_201, indexed: 3_197, updated: 0, bytesRead: 322_000, failures: badRows(4) },
  });
  const result = { problem: null, setUp: { version: 1, language: "english" } };
  table.setState({ id: jobIds.done, state: "done", result });

  add({ id: jobIds.failed, name: "products.ndjson", app: "products-2026-11", size: 4_210_000 });
  store.commit({
    id: jobIds.failed,
    progress: { ackedRow: 840, rows: 840, indexed: 840, updated: 0, bytesRead: 1_002_000, failures: [] },
  });
  store.setState({
    id: jobIds.failed,
    state: "failed",
    message: "The file ends in the middle of a row.",
    problem: { message: "The file ends in the middle of a row.", line: 841, column: 17 },
  });

  add({ id: jobIds.paused, name: "reviews-of-the-whole-year.csv", app: "movies", size: 61_200_000 });
  store.commit({
    id: jobIds.paused,
    progress: { ackedRow: 48_000, rows: 48_000, indexed: 48_000, updated: 0, bytesRead: 43_500_000, failures: [] },
  });
  table.setState({
    id: jobIds.paused,
    state: "paused",
    message: "The search server is not reachable.",
    nextTry: Date.now() + 600 * MINUTE,
    tries: 3,
  });

  const asked = {
    kind: "delete-by-query",
    server: url,
    owner: username,
    input: { query: '{"match_all":{}}', count: 840 },
    total: 840,
  };
  table.create({ ...asked, id: jobIds.deletion, target: "products-2026-10", label: "stock equal to 0" });
  table.save({ id: jobIds.deletion, change: { progress: { deleted: 840 }, done: 840 } });
  table.setState({ id: jobIds.deletion, state: "done", result: { deleted: 840, left: 0 } });
  table.create({ ...asked, id: "picCancelled", target: "movies", label: "Year below 1930" });
  table.setState({ id: "picCancelled", state: "cancelled" });

  const shift = database.prepare(
    "UPDATE jobs SET created = created - ?, started = CASE WHEN started IS NULL THEN NULL ELSE started - ? END WHERE id = ?",
  );
  shift.run(4 * MINUTE, 4 * MINUTE, jobIds.running);
  shift.run(90 * MINUTE, 90 * MINUTE, jobIds.paused);
  database
    .prepare("UPDATE jobs SET created = ?1, started = ?1, finished = ?2 WHERE id = ?3")
    .run(Date.now() - 125 * MINUTE, Date.now() - 123 * MINUTE, jobIds.done);
  database.close();
}

function run({ table, id }: { table: JobStore["table"]; id: string }) {
  table.setState({ id, state: "queued" });
  const row = table.get(id);
  if (row) table.claim({ row, lease: elsewhere, until: Date.now() + 24 * 60 * MINUTE });
}

const reasons = [
  {
    field: "population",
    reason: "“n/a” is not a whole number",
    raw: '{"name":"Aix","country":"FR","population":"n/a","location":[5.4474,43.5297]}',
  },
  { field: null, reason: "expected 6 columns, found 2", raw: "Ås;NO" },
  {
    field: "location",
    reason: "latitude 194.2 is out of range",
    raw: '{"name":"Baku","country":"AZ","population":1116513,"location":[49.8328,194.2]}',
  },
  {
    field: "elevation",
    reason: "“high” is not a whole number",
    raw: '{"name":"Cusco","country":"PE","elevation":"high","description":"The historic capital of the Inca Empire from the 13th to the 16th century"}',
  },
];

function badRows(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const { field, reason, raw } = reasons[at % reasons.length] ?? { field: null, reason: "", raw: "" };
    return { row: 1_203 + at * 311, line: 1_204 + at * 311, field, reason, raw: Buffer.from(raw) };
  });
}
