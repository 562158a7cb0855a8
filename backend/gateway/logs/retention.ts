import * as z from "zod";
import { isAdmin } from "../auth/types";
import { badRequest, unauthorized } from "../http/errors";
import { parseOwnBody } from "../http/own-body";
import { json } from "../http/reply";
import type { Route, SignedContext } from "../http/types";
import { SYSTEM } from "../store/system-indices";
import { createSystemStore, type StoreParts } from "../store/system-store";

const ID = "retention";
const ACCESS = { kind: "server", category: "logs", indices: "path" } as const;
const DAY = 24 * 3600 * 1000;

/** How much of the request log is kept; whichever is reached first counts. */
export type LogLimits = { days: number; records: number; bytes: number };

/** As a production tier keeps it (contract 10, 4.2). */
export const USUAL_LIMITS: LogLimits = { days: 30, records: 1_000_000, bytes: 10 * 1024 ** 3 };

/** What each may be. */
const BOUNDS = { days: [1, 3650], records: [1_000, 100_000_000], bytes: [10 * 1024 ** 2, 10 * 1024 ** 4] } as const;

const LimitsSchema = z.object({ days: z.number(), records: z.number(), bytes: z.number() });
const BodySchema = z.object({ days: z.number().nullish(), records: z.number().nullish(), bytes: z.number().nullish() });

/** What is kept: as it was set, else `usual`, the operator's. */
export type Retention = { usual: LogLimits; get: () => Promise<LogLimits>; set: (limits: LogLimits | null) => Promise<void> };

/** The retention of the request log, in the hidden index `.log_retention`. */
export function createRetention({ usual = USUAL_LIMITS, ...parts }: StoreParts & { usual?: LogLimits | undefined }): Retention {
  const store = createSystemStore({ ...parts, index: SYSTEM.logRetention, schema: LimitsSchema });
  return {
    usual,
    get: async () => (await store.get(ID)) ?? usual,
    set: async (limits) => {
      if (limits === null) await store.remove(ID);
      else await store.put(ID, limits);
    },
  };
}

function checked(name: keyof LogLimits, value: number): number {
  const [least, most] = BOUNDS[name];
  if (!Number.isInteger(value) || value < least || value > most) throw badRequest(`${name} must be a whole number between ${least} and ${most}`);
  return value;
}

/** A piece of the request log: what is in it, times in ms. */
export type Piece = { name: string; records: number; bytes: number; oldest: number | null; newest: number | null };

/** A limit is filled by so many pieces: when the oldest goes, a quarter of what is kept goes with it. */
const PIECES = 4;

/** Whether the piece that is written to is full, and another must be begun. */
export function isFull({ records, bytes, oldest }: Piece, { limits, now }: { limits: LogLimits; now: number }): boolean {
  if (records === 0) return false;
  return records >= limits.records / PIECES || bytes >= limits.bytes / PIECES || (oldest !== null && now - oldest >= (limits.days * DAY) / PIECES);
}

/** The pieces, newest last, that are beyond the limits: too old as a whole, or more than may be kept with those after them. The one written to never is. */
export function beyond(pieces: readonly Piece[], { limits, now }: { limits: LogLimits; now: number }): string[] {
  let [records, bytes] = [0, 0];
  const [, ...older] = [...pieces].reverse().map((piece) => {
    records += piece.records;
    bytes += piece.bytes;
    const isOld = piece.newest !== null && now - piece.newest > limits.days * DAY;
    return { name: piece.name, isBeyond: isOld || records > limits.records || bytes > limits.bytes };
  });
  const first = older.findIndex(({ isBeyond }) => isBeyond);
  return first < 0 ? [] : older.slice(first).map(({ name }) => name);
}

type RetentionServices = { retention: Retention; logIndex: { held: () => Promise<Piece> } };

// Keeping less is removing what tells who did what, which nobody else can remove either.
function requireAdmin({ caller }: SignedContext): void {
  if (!isAdmin(caller)) throw unauthorized("only an admin can change the retention of the request log");
}

/** `/_logs/retention`, our own: how long and how much of the request log is kept, and what it holds now. */
export function retentionRoutes({ retention, logIndex }: RetentionServices): Route[] {
  async function answer() {
    const { records, bytes, oldest } = await logIndex.held();
    return json({ ...(await retention.get()), usual: retention.usual, held: { records, bytes, oldest } });
  }

  async function set(context: SignedContext) {
    requireAdmin(context);
    const given = parseOwnBody({ text: await context.text(), schema: BodySchema, refusal: "can't parse request body" });
    const now = await retention.get();
    await retention.set({
      days: checked("days", given.days ?? now.days),
      records: checked("records", given.records ?? now.records),
      bytes: checked("bytes", given.bytes ?? now.bytes),
    });
    return answer();
  }

  async function reset(context: SignedContext) {
    requireAdmin(context);
    await retention.set(null);
    return answer();
  }

  return [
    { methods: ["GET"], path: "/_logs/retention", access: ACCESS, log: false, handle: answer },
    { methods: ["PUT"], path: "/_logs/retention", access: ACCESS, handle: set },
    { methods: ["DELETE"], path: "/_logs/retention", access: ACCESS, handle: reset },
  ];
}
