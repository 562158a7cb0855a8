// Fills an engine with searches as the back end keeps them, the same each time, and has the days that are over summed:
// what some months of use leave behind.
// `--folder <data>` for the embedded engine, `--url <address>` for a cluster; prints one line of JSON.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { openRemoteEngine } from "@backend/engine/remote/open";
import type { Engine } from "@backend/engine/port";
import { addClicks, addConversions, SearchRecordSchema, termFields } from "@backend/gateway/resources/analytics/record";
import { createSums } from "@backend/gateway/resources/analytics/sums/sums";
import type { Visit } from "@backend/gateway/resources/analytics/visitors/visit";
import { createServices, prepareServices } from "@backend/gateway/gateway";
import { createChance } from "../../demo-traffic/chance";

const BATCH = 5_000;
const DAY = 86_400_000;
/** Of these searches one has a click, one a conversion; a visit is so many. */
const [CLICKED, CONVERTED, VISIT] = [10, 50, 3];
const [TERMS, USERS, DOCUMENTS] = [50_000, 30_000, 20_000];
const COUNTRIES = ["Germany", "France", "Spain", "Japan", "Brazil", "India", "United States"];
const numbers = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

/** Documents of `.analytics` and `.user_sessions` in the order of their times, as lines of a bulk. */
function* linesOf({ searches, days, now }: { searches: number; days: number; now: number }): Generator<string[]> {
  const chance = createChance(90);
  const [terms, users, documents] = [numbers(TERMS, "term "), numbers(USERS, "user-"), numbers(DOCUMENTS, "d")];
  const line = (index: string, id: string, source: object) =>
    `{"create":{"_index":"${index}","_id":"${id}"}}\n${JSON.stringify(source)}`;
  let user = "";
  for (let from = 0; from < searches; from += BATCH) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(searches, from + BATCH); n++) {
      const timestamp = new Date(now - Math.floor(((searches - n) / searches) * days * DAY)).toISOString();
      const index = chance.is(0.7) ? "films" : "books";
      if (n % VISIT === 0) {
        user = chance.popular(users);
        const visit: Visit = {
          user_id: user,
          ip: "203.0.113.7",
          indices: [index],
          timestamp,
          updated_at: timestamp,
          duration: chance.below(600),
          bounce: chance.is(0.4),
          search_id: `q${n}`,
        };
        lines.push(line(".user_sessions", `v${n}`, visit));
      }
      const record = SearchRecordSchema.parse({
        ...termFields(chance.is(0.03) ? "" : chance.popular(terms)),
        indices: [index],
        took: 1 + chance.below(40),
        total_hits: chance.is(0.06) ? 0 : 1 + chance.below(200),
        timestamp,
        ip: "203.0.113.7",
        country: chance.popular(COUNTRIES),
        user_id: user,
        search_filters: chance.is(0.2) ? [{ key: "brand.keyword", value: `brand ${chance.below(40)}` }] : [],
        search_state: '{"query":[{"id":"s","type":"search","value":"x"}]}',
        url: `/${index}/_reactivesearch`,
        method: "POST",
      });
      const id = chance.popular(documents);
      if (n % CLICKED === 0) addClicks(record, { clicks: { [id]: 1 + chance.below(10) }, type: "result", index });
      if (n % CONVERTED === 0) addConversions(record, { ids: [id], index });
      lines.push(line(".analytics", `q${n}`, record));
    }
    yield lines;
  }
}

async function bulk(engine: Engine, lines: readonly string[]): Promise<void> {
  const { status, body } = await engine({ method: "POST", path: "/_bulk", body: `${lines.join("\n")}\n` });
  if (status !== 200 || body.includes('"errors":true'))
    throw new Error(`a bulk answered ${status}: ${body.slice(0, 500)}`);
}

async function fill(engine: Engine, { searches, days }: { searches: number; days: number }) {
  const services = createServices({ engine, log: pino({ level: "warn" }) });
  await prepareServices(services);
  const began = performance.now();
  let writing = Promise.resolve();
  for (const lines of linesOf({ searches, days, now: Date.now() })) {
    await writing;
    writing = bulk(engine, lines);
  }
  await writing;
  await engine({ method: "POST", path: "/.analytics,.user_sessions/_refresh" });
  const filled = performance.now();
  const { keeper } = createSums({
    engine,
    places: services.places,
    log: services.log,
    times: { quiet: 0, rest: 0, read: 0 },
  });
  await keeper.run();
  await keeper.close();
  return { filled: (filled - began) / 1000, summed: (performance.now() - filled) / 1000 };
}

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    url: { type: "string" },
    root: { type: "string", default: "." },
    searches: { type: "string", default: "1000000" },
    days: { type: "string", default: "90" },
  },
});
const mergeWorker = pathToFileURL(join(values.root, "dist/merge-worker.js"));
const opened =
  values.url === undefined
    ? await openEmbeddedEngine({ folder: join(values.folder ?? "", "engine"), mergeWorker })
    : openRemoteEngine({ nodes: [values.url] });
const engine = "handle" in opened ? opened.handle : opened.engine;
const result = await fill(engine, { searches: Number(values.searches), days: Number(values.days) });
await opened.close();
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
