import { type ReactNode, useId } from "react";
import { type Gate, gateReason } from "~/lib/access-control/gate";
import { type ButtonTone, LinkButton } from "../button";

type GatedProps = {
  /** From `scope.may` or `planGate`, made in the loader. */
  gate: Gate;
  /** The control where it may be used. */
  children: ReactNode;
  /** What it is called where it may not. */
  label: string;
  /** `menu`: an entry of a `Menu`, the reason below it; `link`: one of several links. */
  look?: "button" | "menu" | "link";
};

/**
 * A control that may be off: it is shown all the same, takes the focus, does nothing, and its description is the
 * reason, shown while it is pointed at or focused. Works without scripts.
 */
export function Gated({ gate, children, label, look = "button" }: GatedProps) {
  const id = useId();
  if (gate.ok) return <>{children}</>;
  const reason = gateReason(gate);
  if (look === "menu") {
    return (
      <div className="px-2.5 py-1.5">
        <button
          type="button"
          aria-disabled="true"
          aria-describedby={id}
          className="block w-full cursor-not-allowed text-left text-faint"
        >
          {label}
        </button>
        <p id={id} className="max-w-[16rem] text-12 text-muted">
          {reason}
        </p>
      </div>
    );
  }
  return (
    <span className="gated">
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        className={look === "link" ? "cursor-not-allowed text-faint" : "gated-off"}
      >
        {label}
      </button>
      <span
        id={id}
        role="tooltip"
        className={look === "link" ? "gated-reason bottom-full left-0 top-auto mb-1" : "gated-reason"}
      >
        {reason}
      </span>
    </span>
  );
}

type GatedLinkProps = {
  gate: Gate;
  to: string;
  /** Where it may be used as where it may not. */ label: string;
  tone?: ButtonTone;
};

/** A `LinkButton` that may be off. */
export function GatedLink({ gate, to, label, tone = "plain" }: GatedLinkProps) {
  return (
    <Gated gate={gate} label={label}>
      <LinkButton to={to} tone={tone}>
        {label}
      </LinkButton>
    </Gated>
  );
}
