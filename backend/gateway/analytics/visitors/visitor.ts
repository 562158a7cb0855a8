import { clientAddress } from "../../access/sources";
import type { SignedContext } from "../../http/types";
import { demoTime } from "../demo/time";
import type { CustomEvents } from "../event-fields";
import type { Visitor } from "../service";

function header(context: SignedContext, name: string): string | undefined {
  const value = context.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The caller's address. */
export function addressOf(context: SignedContext): string {
  const { caller, headers, socketAddress } = context;
  return clientAddress({ headers, socketAddress, depth: caller.kind === "user" ? caller.user.sources_xff_value : caller.permission.sources_xff_value });
}

/** By which name searches of whoever stands behind a call are kept: the user that it names, else `X-User-Id`, else the address. */
export function userIdOf(context: SignedContext, named: string | null | undefined): string {
  return named || header(context, "x-user-id") || addressOf(context);
}

/**
 * Who stands behind a call: the user that it names, else `X-User-Id`, else the address; when its client sent it (`X-Timestamp`); and when it happened, where the
 * traffic maker tells. Throws where a call tells that may not.
 */
export function visitorOf(context: SignedContext, { userId, events }: { userId?: string | null | undefined; events: CustomEvents | undefined }): Visitor {
  const ip = addressOf(context);
  const sentAt = header(context, "x-timestamp");
  const name = userId || header(context, "x-user-id");
  return { ip, userId: name || ip, isNamed: Boolean(name), sentAt: sentAt === undefined ? undefined : Number(sentAt), at: demoTime(context, events) };
}

/** The id of a search that the client already holds (`X-Search-Id`). */
export function givenSearchId(context: SignedContext): string | undefined {
  return header(context, "x-search-id");
}
