import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import type { Engine } from "@backend/engine/port";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { askObject, scrolled } from "@backend/gateway/platform/store/scroll";

/** So many records are looked up at a time; of so many the text is read, for one may be megabytes. */
const PAGE = 500;
const AT_ONCE = 20;
/** How often a record is read again because somebody changed it in between. */
const TRIES = 10;

/** Records of one index, or of the pieces behind an alias, and what is to become of them. */
export type Work = {
  engine: Engine;
  index: string;
  /** Clauses that none of them fits. */
  mustNot?: readonly object[];
  /** Where a record without secrets stays as it is. */
  mask: (source: JsonObject) => JsonObject;
  /** The moment from which records are gone through, in ms; all are where it is null. */
  from: number | null;
  /** The least rest after each step, in ms. Who has worked longer rests as long. */
  rest: number;
  /** Ends the work by throwing. */
  check: () => void;
};

/**
 * One page of records that is done: how many were changed, and the moment up to which all are, in ms; null where the
 * page tells none.
 */
export type Done = { changed: number; upTo: number | null };

type Address = { _index: string; _id: string };

function listed(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

// What somebody else put behind the alias stays.
function addressesOf(hits: readonly JsonObject[], index: string): Address[] {
  return hits.flatMap(({ _index, _id }) => {
    const isOurs =
      typeof _index === "string" &&
      (_index === index || (_index.startsWith(`${index}-`) && /^\d+$/.test(_index.slice(index.length + 1))));
    return isOurs && typeof _id === "string" ? [{ _index, _id }] : [];
  });
}

// Records without a time come last, at the end of all times.
function timeOf(hit: JsonObject | undefined): number | null {
  const [time] = Array.isArray(hit?.["sort"]) ? hit["sort"] : [];
  const ms = Number(time ?? Number.NaN);
  return Number.isNaN(new Date(ms).getTime()) ? null : ms;
}

async function changesOf(
  { engine, mask, check }: Work,
  addresses: readonly Address[],
): Promise<{ at: Address; lines: string }[]> {
  const answer = await askObject(engine, {
    method: "POST",
    path: "/_mget",
    body: stringifyJson({ docs: addresses.map((at) => ({ ...at })) }),
  });
  const changes: { at: Address; lines: string }[] = [];
  for (const [place, { found, _source, _seq_no, _primary_term }] of listed(answer["docs"]).entries()) {
    const at = addresses[place];
    if (at === undefined || found !== true || _source === undefined || !isJsonObject(_source)) continue;
    check();
    const next = stringifyJson(mask(_source));
    if (next !== stringifyJson(_source)) {
      const action: JsonObject = { ...at, if_seq_no: _seq_no ?? null, if_primary_term: _primary_term ?? null };
      changes.push({ at, lines: `${stringifyJson({ index: action })}\n${next}\n` });
    }
    await turn();
  }
  return changes;
}

// Only what nobody has changed or removed since it was read is written.
async function rewrite(work: Work, addresses: readonly Address[]): Promise<{ changed: number; again: Address[] }> {
  const changes = await changesOf(work, addresses);
  if (changes.length === 0) return { changed: 0, again: [] };
  const answer = await askObject(work.engine, {
    method: "POST",
    path: "/_bulk",
    body: changes.map(({ lines }) => lines).join(""),
  });
  const again: Address[] = [];
  for (const [place, item] of listed(answer["items"]).entries()) {
    const result = item["index"];
    const status = Number(result !== undefined && isJsonObject(result) ? result["status"] : Number.NaN);
    const at = changes[place]?.at;
    if (at === undefined || status < 300) continue;
    if (status !== 409)
      throw new HttpError(
        500,
        `the record ${at._id} of ${at._index} could not be masked: ${stringifyJson(result ?? null).slice(0, 500)}`,
      );
    again.push(at);
  }
  return { changed: changes.length - again.length, again };
}

async function maskSome(work: Work, addresses: readonly Address[]): Promise<number> {
  let left = addresses;
  let changed = 0;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === TRIES) throw new HttpError(409, `the records of ${work.index} are being changed by others`);
    const done = await rewrite(work, left);
    changed += done.changed;
    left = done.again;
  }
  return changed;
}

/**
 * Masks records in place, oldest first, a page at a time: what is yielded is written. A record keeps its id and its
 * time; one that somebody changes meanwhile is read again, one that is removed stays removed. Throws the engine's
 * errors.
 */
export async function* maskRecords(work: Work): AsyncGenerator<Done> {
  const { engine, index, mustNot = [], from, rest, check } = work;
  if ((await callEngine(engine, { method: "HEAD", path: `/${index}` }, [404])).status === 404) return;
  const since = { range: { timestamp: { gte: from ?? 0, format: "epoch_millis" } } };
  const isLeft = {
    bool: { should: [since, { bool: { must_not: [{ exists: { field: "timestamp" } }] } }], minimum_should_match: 1 },
  };
  const query = { bool: { must_not: mustNot, ...(from === null ? {} : { filter: [isLeft] }) } };
  const search = { size: PAGE, _source: false, sort: [{ timestamp: "asc" }], query };
  for await (const hits of scrolled(engine, { index, search })) {
    const addresses = addressesOf(hits, index);
    let changed = 0;
    for (let at = 0; at < addresses.length; at += AT_ONCE) {
      check();
      const begun = performance.now();
      changed += await maskSome(work, addresses.slice(at, at + AT_ONCE));
      await pause(Math.max(rest, performance.now() - begun));
    }
    yield { changed, upTo: timeOf(hits.at(-1)) };
  }
}
