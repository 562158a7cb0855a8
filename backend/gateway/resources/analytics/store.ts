import * as z from "zod";
import { HttpError } from "../../platform/http/errors";
import { enginePath } from "../../platform/http/paths";
import { callEngine } from "../../platform/store/engine-client";
import { createTurns } from "../../platform/store/in-turn";
import { restoreMissing } from "../../platform/store/restore-missing";
import { SYSTEM } from "../../platform/store/system-indices";
import type { StoreParts } from "../../platform/store/system-store";
import { bytesOfJson } from "./bounds";
import { withoutEvents } from "./event-fields";
import type { Ledger } from "./sums/ledger";
import { DAY, dayOf } from "./sums/plan";
import type { Today } from "./sums/today";
import { type SearchRecord, SearchRecordSchema } from "./record";

const ATTEMPTS = 5;
const CONFLICT = Symbol("another write came in between");

const GetSchema = z.object({
  found: z.boolean(),
  _seq_no: z.number().optional(),
  _primary_term: z.number().optional(),
  _source: z.unknown(),
});
/** A change of a record in place; false where it is to stay as it is. */
type Change = (record: SearchRecord) => boolean;

/** Records of searches, in the hidden index `.analytics`. */
export type AnalyticsStore = {
  /** A record by the id of its search. */
  get: (id: string) => Promise<SearchRecord | null>;
  /**
   * Changes a record in place, or makes it; safe against others that change it at the same time. Gives what it then is;
   * null where `change` answers false, or its day takes no more: then nothing is written.
   */
  change: (id: string, change: Change) => Promise<SearchRecord | null>;
};

// When a search was made; a record that began with a click does not tell.
function timeOf({ timestamp }: SearchRecord): number | undefined {
  const at = Date.parse(timestamp ?? "");
  return Number.isNaN(at) ? undefined : at;
}

// The day of a record that was of a day before this one: a click on the next morning, say.
function lateDay(record: SearchRecord): string | null {
  const at = timeOf(record);
  if (at === undefined) return null;
  const day = dayOf(at);
  return Date.parse(day) + DAY <= Date.now() ? day : null;
}

/** A store over the engine. */
export function createAnalyticsStore({
  engine,
  places,
  ledger,
  today,
}: StoreParts & { ledger: Pick<Ledger, "change">; today: Today }): AnalyticsStore {
  const turns = createTurns();
  const index = () => places.of(SYSTEM.analytics).definition.name;
  const path = (id: string) => enginePath([index(), "_doc", id]);

  async function read(id: string): Promise<{ record: SearchRecord; version: Record<string, string> } | null> {
    const { status, body } = await callEngine(engine, { method: "GET", path: path(id) }, [404]);
    if (status === 404) {
      await restoreMissing({ engine, place: places.of(SYSTEM.analytics), answer: body });
      return null;
    }
    const found = GetSchema.parse(body);
    const version = { if_seq_no: String(found._seq_no ?? 0), if_primary_term: String(found._primary_term ?? 1) };
    return { record: SearchRecordSchema.parse(found._source), version };
  }

  // Pages make up names of custom events, and an index takes so many fields: then a search is kept without them rather
  // than not at all.
  async function write(id: string, record: SearchRecord, query: Record<string, string>): Promise<number> {
    const put = async (body: object) =>
      (await callEngine(engine, { method: "PUT", path: path(id), query, body }, [409])).status;
    try {
      return await put(record);
    } catch (error) {
      if (!(error instanceof HttpError) || !error.message.includes("Limit of total fields")) throw error;
      return put(withoutEvents(record));
    }
  }

  async function changeOnce(id: string, change: Change): Promise<SearchRecord | null | typeof CONFLICT> {
    const known = await read(id);
    const record = known?.record ?? SearchRecordSchema.parse({});
    if (!change(record)) return null;
    const at = timeOf(record);
    if (!known && !(await today.hasRoom(at))) return null;
    const query = known ? known.version : { op_type: "create" };
    const late = lateDay(record);
    // Before, so that no sums are read that lack it; and after, should the day have been summed in between.
    if (late !== null) await ledger.change(late);
    const status = await write(id, record, query);
    if (late !== null) await ledger.change(late);
    if (status === 409) return CONFLICT;
    if (!known) today.added(at, bytesOfJson(record));
    return record;
  }

  async function changeUntilKept(id: string, change: Change): Promise<SearchRecord | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const record = await changeOnce(id, change);
      if (record !== CONFLICT) return record;
    }
    throw new HttpError(409, "the record of this search is being changed by others");
  }

  // A click often comes while its search is still being written: changes of one record wait for each other.
  const change = (id: string, apply: Change) => turns.take(id, () => changeUntilKept(id, apply));

  async function get(id: string): Promise<SearchRecord | null> {
    await turns.settled(id);
    return (await read(id))?.record ?? null;
  }

  return { get, change };
}
