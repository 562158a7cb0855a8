import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import { callerAddress } from "@backend/gateway/platform/access/sources";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { isLongUserId, longUserId } from "../bounds";
import { demoTime } from "../demo/time";
import type { CustomEvents } from "../event-fields";
import { namesOwner } from "../event-names";
import type { Visitor } from "../service";
import { originOf, type Owner } from "./owner";

/** The clock of a client may go before ours by so much, in ms. */
const AHEAD = 60_000;

function header(context: SignedContext, name: string): string | undefined {
  const value = context.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The caller's address. */
export function addressOf(context: SignedContext): string {
  return callerAddress(context.caller, context);
}

/**
 * By which name searches of whoever stands behind a call are kept: the user that it names, else `X-User-Id`, else the
 * address; and where it comes from. Throws 400 for a name that is too long.
 */
export function ownerOf(context: SignedContext, named: string | null | undefined): Owner {
  const name = named || header(context, "x-user-id");
  if (isLongUserId(name)) throw badRequest(longUserId(named ? "user_id" : "X-User-Id"));
  return { userId: name || addressOf(context), isNamed: Boolean(name), origin: originOf(context) };
}

// A clock that is wrong, or a time that was made up, must not make what comes after it late.
function sentAt(context: SignedContext): number | undefined {
  const time = Number(header(context, "x-timestamp") ?? Number.NaN);
  return Number.isFinite(time) && time <= Date.now() + AHEAD ? time : undefined;
}

/**
 * Who stands behind a call (`ownerOf`); when its client sent it (`X-Timestamp`); and when it happened, where the
 * traffic maker tells. Throws where a call tells that may not.
 */
export function visitorOf(
  context: SignedContext,
  { userId, events }: { userId?: string | null | undefined; events: CustomEvents | undefined },
): Visitor {
  return {
    ...ownerOf(context, userId),
    caller: namesOwner(context.caller),
    ip: addressOf(context),
    sentAt: sentAt(context),
    at: demoTime(context, events),
  };
}

/** The id of a search that the client already holds (`X-Search-Id`). */
export function givenSearchId(context: SignedContext): string | undefined {
  const id = header(context, "x-search-id");
  return id === undefined || id.length > ANALYTICS_LIMITS.id.most ? undefined : id;
}
