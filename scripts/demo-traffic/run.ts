import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import type { Arguments } from "./arguments";
import { createChance } from "./chance";
import { planVisits, type Visit } from "./plan";
import { must, refusal, type Server, TrafficError } from "./server";
import { type Counts, documentsOf, goThrough, noCounts } from "./visitor";
import { type Catalogue, readCatalogue } from "./words";

/** Where lines go; `live` when it is a terminal, where the last line may be written over. */
export type Output = { live: boolean; write: (text: string) => void };
type Run = {
  server: Server;
  wish: Arguments;
  output: Output;
  isStopped: () => boolean;
  sampleFile: string;
  now?: number;
};

const DEMO = "/_analytics/demo-traffic";
/** Visitors that are on the site at the same time. */
const AT_ONCE = 4;
const LEARNED_FROM = 500;
const BATCH = 1000;
const LIVE_MS = 1000;
const QUIET_MS = 10_000;

const MarkedSchema = z.object({
  searches: z.number(),
  user_sessions: z.number(),
  saved_searches: z.number(),
  favorites: z.number(),
});
type Marked = z.infer<typeof MarkedSchema>;

const figure = (value: number) => value.toLocaleString("en");

function told({ searches, user_sessions, saved_searches, favorites }: Marked): string {
  return `${figure(searches)} searches, ${figure(user_sessions)} visits, ${figure(saved_searches)} saved searches, ${figure(favorites)} favourites`;
}

/**
 * What the server holds of earlier runs; null for one that knows nothing of demo traffic, and so takes no times either.
 */
async function markedOn(server: Server): Promise<Marked | null> {
  const call = { method: "GET", path: DEMO } as const;
  const answer = await server.call(call);
  if (answer.status === 401) throw refusal(call, answer);
  const marked = MarkedSchema.safeParse(answer.body);
  return answer.status === 200 && marked.success ? marked.data : null;
}

async function fill({ server, wish: { index }, output, sampleFile }: Run): Promise<void> {
  const rows = z
    .array(z.record(z.string(), z.unknown()))
    .parse(JSON.parse(gunzipSync(readFileSync(sampleFile)).toString("utf8")));
  for (let from = 0; from < rows.length; from += BATCH) {
    const lines = rows
      .slice(from, from + BATCH)
      .map((row, at) => `${JSON.stringify({ index: { _id: String(from + at + 1) } })}\n${JSON.stringify(row)}\n`);
    await must(server, {
      method: "POST",
      path: `/${encodeURIComponent(index)}/_bulk?refresh=true`,
      lines: lines.join(""),
    });
  }
  output.write(`Filled ${index} with ${figure(rows.length)} rows of the sample.\n`);
}

async function learn(run: Run): Promise<Catalogue> {
  const { server, wish } = run;
  const path = `/${encodeURIComponent(wish.index)}/_reactivesearch`;
  const call = { method: "POST", path, body: { query: [{ id: "all", type: "search", size: LEARNED_FROM }] } } as const;
  const ask = async () => {
    const answer = await server.call(call);
    const found = z.record(z.string(), z.unknown()).catch({}).parse(answer.body)["all"];
    return { answer, documents: documentsOf(found) };
  };
  let { answer, documents } = await ask();
  if (documents.length === 0 && wish.sample && answer.status !== 401) {
    await fill(run);
    ({ answer, documents } = await ask());
  }
  if (answer.status === 401) throw refusal(call, answer);
  if (documents.length === 0)
    throw new TrafficError(
      `${wish.index} holds no documents on ${server.url}. Import the sample data set in the console, or give --sample to fill it from here.`,
    );
  try {
    return readCatalogue(documents, createChance(wish.seed));
  } catch (error) {
    throw new TrafficError(
      `${wish.index} cannot be searched: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Says how far it is: a line a second on a terminal, written over, a line every ten seconds anywhere else. */
function startProgress({ output, counts, of }: { output: Output; counts: Counts; of: number }): () => void {
  const show = () =>
    output.write(
      `${output.live ? "\r" : ""}${figure(counts.searches)} of ${figure(of)} searches, ${figure(counts.clicks)} clicks${output.live ? "" : "\n"}`,
    );
  const timer = setInterval(show, output.live ? LIVE_MS : QUIET_MS);
  return () => {
    clearInterval(timer);
    if (output.live) output.write("\r\u001b[K");
  };
}

// A visitor's visits come one after the other: only so are they told apart by time.
function lanes(visits: readonly Visit[]): Visit[][] {
  const all = Array.from({ length: AT_ONCE }, (): Visit[] => []);
  for (const visit of visits) all[Number(visit.visitor.replace(/\D/g, "")) % AT_ONCE]?.push(visit);
  return all;
}

/** Makes the traffic; returns what was done. Throws `TrafficError`. */
export async function makeTraffic(run: Run): Promise<Counts> {
  const { server, wish, output, now = Date.now() } = run;
  const before = await markedOn(server);
  const isTimed = before !== null && wish.days > 0;
  if (before === null && wish.days > 0)
    output.write(`${server.url} takes no times for what is recorded: all of it is recorded now.\n`);
  const catalogue = await learn(run);
  const counts = noCounts();
  const end = startProgress({ output, counts, of: wish.searches });
  const failures: Error[] = [];
  const isStopped = () => failures.length > 0 || run.isStopped();
  const visits = planVisits({ ...wish, now });
  const lane = async (own: readonly Visit[]) => {
    for (const visit of own)
      if (!isStopped()) await goThrough(visit, { server, index: wish.index, catalogue, counts, isTimed, isStopped });
  };
  await Promise.all(
    lanes(visits).map((own) =>
      lane(own).catch(
        (error: unknown) => void failures.push(error instanceof Error ? error : new Error(String(error))),
      ),
    ),
  );
  end();
  output.write(
    `${figure(counts.searches)} searches (${figure(counts.noResults)} without results), ${figure(counts.clicks)} clicks on results and ${figure(counts.suggestionClicks)} on suggestions, ` +
      `${figure(counts.conversions)} conversions, ${figure(counts.savedSearches)} saved searches, ${figure(counts.favorites)} favourites, by ${figure(server.requests())} requests.\n`,
  );
  const after = before === null ? null : await markedOn(server);
  if (after) output.write(`The server now holds as demo: ${told(after)}.\n`);
  const [failure] = failures;
  if (failure) throw failure;
  if (before && after && counts.searches > 0 && after.searches === before.searches)
    throw new TrafficError("The server recorded nothing: recording is switched off there (/_analytics/preferences).");
  return counts;
}

/** Removes what is marked as demo. Throws `TrafficError` where the server cannot. */
export async function removeTraffic({ server, output }: Pick<Run, "server" | "output">): Promise<void> {
  if ((await markedOn(server)) === null)
    throw new TrafficError(
      `${server.url} cannot remove it: only our own back end can. Its reports can be asked without it, by users.`,
    );
  const { body } = await must(server, { method: "DELETE", path: DEMO });
  output.write(`Removed ${told(MarkedSchema.parse(body))}.\n`);
}
