import type { Here } from "~/lib/address";
import { PlainLink } from "../plain-link";

/** Of a list of the cluster that was opened from an index: the index as a chip, and the way to all of them. */
export function aboutIndex<State extends { index: string }>(here: Here<State>) {
  const { index } = here.state;
  if (index === "") return {};
  const without: Partial<Record<keyof State, undefined>> = {};
  without.index = undefined;
  return {
    further: [{ name: "index" as const, label: `Index: ${index}` }],
    aside: (
      <PlainLink to={here.href(without)} className="link text-13">
        All indices
      </PlainLink>
    ),
  };
}
