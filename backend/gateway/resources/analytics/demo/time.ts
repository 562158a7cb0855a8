import { isAdmin } from "@backend/gateway/platform/auth/types";
import { badRequest, unauthorized } from "@backend/gateway/platform/http/errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { CustomEvents } from "../event-fields";

/** The custom event that marks what the traffic maker (`npm run demo:traffic`) does. */
export const DEMO = { name: "searchdeck_demo", value: "traffic" } as const;
const HEADER = "x-demo-time";
/** A clock beside ours may go before it by so much, in ms. */
const AHEAD = 60_000;

/**
 * When a call of the traffic maker happened (`X-Demo-Time`, RFC 3339), in ms; undefined for all other calls. Throws
 * unless an admin sends it with what is marked as demo: figures of real visitors cannot be moved.
 */
export function demoTime(
  { headers, caller }: Pick<SignedContext, "headers" | "caller">,
  events: CustomEvents | undefined,
): number | undefined {
  const given = headers[HEADER];
  if (given === undefined) return undefined;
  if (!isAdmin(caller)) throw unauthorized("only an admin can record with X-Demo-Time");
  if (events?.[DEMO.name] !== DEMO.value)
    throw badRequest(`X-Demo-Time is taken only with the custom event ${DEMO.name} = ${DEMO.value}`);
  const at = Date.parse(String(given));
  if (Number.isNaN(at) || at > Date.now() + AHEAD)
    throw badRequest("X-Demo-Time must be a time in the past as RFC 3339 writes it");
  return at;
}
