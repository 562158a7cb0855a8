import type { Gate } from "~/lib/access-control/gate";
import { PlainLink } from "../plain-link";

/**
 * What the plan leaves out of a screen, by our own table, with the way to more; nothing where the gate is open, or
 * closed for another reason.
 */
export function PlanGatePanel({ gate }: { gate: Gate }) {
  if (gate.ok || gate.because !== "plan") return null;
  return (
    <section className="mb-4 max-w-form rounded border border-line border-l-4 border-l-warn bg-raised p-4">
      <h2 className="text-16 font-semibold">{gate.missing}.</h2>
      <p className="mt-1">It is part of {gate.who}. Users with the Billing permission can change the plan.</p>
      <p className="mt-3">
        <PlainLink to="/billing" className="link font-semibold">
          About the plan
        </PlainLink>
      </p>
    </section>
  );
}
