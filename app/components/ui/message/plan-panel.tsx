import type { ReactNode } from "react";
import { PlainLink } from "~/components/ui/plain-link";
import { screenPath } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import type { ClosedGate } from "~/lib/access/gate";

/** The way to more of a plan: the billing screen for whoever may open it; else who can help, and the page that is open to everybody. */
export function BillingWay() {
  const shell = useShell();
  const mayOpen = shell?.sections.some(({ id }) => id === "billing") ?? false;
  if (shell !== undefined && mayOpen) {
    return (
      <PlainLink to={screenPath(shell.at, "billing")} className="link font-semibold">
        See billing
      </PlainLink>
    );
  }
  return (
    <>
      Users with the Billing permission can change the plan.{" "}
      <PlainLink to="/billing" className="link font-semibold">
        About the plan
      </PlainLink>
    </>
  );
}

type PlanPanelProps = {
  /** What was asked for: "Insights could not be loaded." */
  title: string;
  children?: ReactNode;
  headingLevel?: "h1" | "h2";
};

/** What a plan leaves out, told as such: nothing is broken, and somebody can change it. */
export function PlanPanel({ title, children, headingLevel: Heading = "h2" }: PlanPanelProps) {
  return (
    <section className="mb-4 max-w-form rounded border border-line border-l-4 border-l-warn bg-raised p-4">
      <Heading className="text-16 font-semibold">{title}</Heading>
      {children}
      <p className="mt-3">
        <BillingWay />
      </p>
    </section>
  );
}

/** The same for a gate of our own table; nothing where it is open, or closed for another reason. */
export function PlanGatePanel({ gate }: { gate: { ok: true } | ClosedGate }) {
  if (gate.ok || gate.because !== "plan") return null;
  return (
    <PlanPanel title={`${gate.missing}.`}>
      <p className="mt-1">It is part of {gate.who}.</p>
    </PlanPanel>
  );
}
