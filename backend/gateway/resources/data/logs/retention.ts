import * as z from "zod";
import { isAdmin } from "@backend/gateway/platform/auth/types";
import { badRequest, unauthorized } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { givenLimits, LimitsSchema, type LogLimits, USUAL_LIMITS } from "./limits";
import type { LogIndex } from "./log-index";

const ID = "retention";
const ACCESS = { kind: "server", category: "logs", indices: "path" } as const;

const BodySchema = z.object({ days: z.number().nullish(), records: z.number().nullish(), bytes: z.number().nullish() });

/** What is kept: as it was set, else `usual`, the operator's. */
export type Retention = {
  usual: LogLimits;
  get: () => Promise<LogLimits>;
  set: (limits: LogLimits | null) => Promise<void>;
};

/** The retention of the request log, in the hidden index `.log_retention`. */
export function createRetention({
  usual = USUAL_LIMITS,
  ...parts
}: StoreParts & { usual?: LogLimits | undefined }): Retention {
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

type RetentionServices = {
  retention: Retention;
  logIndex: Pick<LogIndex, "held" | "removes">;
  recorder: { flush: () => Promise<void> };
};

// Keeping less is removing what tells who did what, which nobody else can remove either.
function requireAdmin({ caller }: SignedContext): void {
  if (!isAdmin(caller)) throw unauthorized("only an admin can change the retention of the request log");
}

function numberIn({ query }: SignedContext, name: keyof LogLimits): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`${name} must be a whole number`);
  return Number(text);
}

/**
 * `/_logs/retention`, our own: how long and how much of the request log is kept, what it holds now, and what goes of
 * it. With `days`, `records` or `bytes` a GET answers what would go under these.
 */
export function retentionRoutes({ retention, logIndex, recorder }: RetentionServices): Route[] {
  async function answer(limits: LogLimits) {
    const { records, bytes, oldest } = await logIndex.held();
    return json({
      ...limits,
      usual: retention.usual,
      held: { records, bytes, oldest },
      removes: await logIndex.removes(limits),
    });
  }

  async function get(context: SignedContext) {
    await recorder.flush();
    const given = {
      days: numberIn(context, "days"),
      records: numberIn(context, "records"),
      bytes: numberIn(context, "bytes"),
    };
    return answer(givenLimits(given, await retention.get()));
  }

  async function set(context: SignedContext) {
    requireAdmin(context);
    const given = parseOwnBody({ text: await context.text(), schema: BodySchema, refusal: "can't parse request body" });
    const limits = givenLimits(given, await retention.get());
    await retention.set(limits);
    return answer(limits);
  }

  async function reset(context: SignedContext) {
    requireAdmin(context);
    await retention.set(null);
    return answer(retention.usual);
  }

  return [
    { methods: ["GET"], path: "/_logs/retention", access: ACCESS, log: false, handle: get },
    { methods: ["PUT"], path: "/_logs/retention", access: ACCESS, handle: set },
    { methods: ["DELETE"], path: "/_logs/retention", access: ACCESS, handle: reset },
  ];
}
