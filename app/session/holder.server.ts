import type { AppLoadContext } from "@remix-run/node";
import { ownerByCookie } from "~/sessions.server";
import { networksOf } from "./rate-limit.server";

type Asks = { headers: Headers; context: AppLoadContext };

function sessionOwner({ headers, context }: Asks): string | undefined {
  try {
    return ownerByCookie({ request: { headers }, context });
  } catch (error) {
    // The page that is asked for meets it too, and tells.
    context.log.debug({ err: error }, "no session could be looked up");
    return undefined;
  }
}

/**
 * Who holds open what a request asks for: the person at his server, by session; where nobody is signed in the network
 * of the address.
 */
export function holderOf({ headers, context }: Asks): { isKnown: boolean; name: string } {
  const owner = sessionOwner({ headers, context });
  return owner === undefined
    ? { isKnown: false, name: networksOf(context.clientAddress).near }
    : { isKnown: true, name: owner };
}
