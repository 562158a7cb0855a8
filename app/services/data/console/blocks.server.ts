import { gateReason } from "~/lib/access-control/gate";
import { type Right, rights } from "~/lib/access-control/rights";
import type { Scope } from "~/session/scope.server";
import type { Blocks } from "./blocked";
import { listNotOffered } from "./history.server";

const isWriting = (name: string): name is Right => name.endsWith(":write") && Object.hasOwn(rights, name);

/**
 * What stops requests of this user on this server now: protection, missing rights, and what the server did not offer
 * before.
 */
export function blocksOf(scope: Scope): Blocks {
  const closed = new Map<string, Right[]>();
  for (const right of Object.keys(rights).filter(isWriting)) {
    const gate = scope.may(right);
    if (!gate.ok) closed.set(gateReason(gate), [...(closed.get(gateReason(gate)) ?? []), right]);
  }
  return {
    server: scope.session.url,
    closed: [...closed].map(([reason, names]) => ({ reason, rights: names })),
    notOffered: listNotOffered(scope),
  };
}
