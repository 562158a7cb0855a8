import { PlainLink } from "~/components/kit";
import type { Here } from "~/lib/address";
import type { Asked } from "./analytics-address";

/** Turns the comparison with the period before on and off. */
export function CompareLink({ here }: { here: Here<Pick<Asked, "compare">> }) {
  const on = here.state.compare !== "";
  return (
    <PlainLink to={here.href({ compare: on ? "" : "before" })} keepScroll className="page-only link self-center text-13">
      {on ? "Stop comparing" : "Compare with the period before"}
    </PlainLink>
  );
}
