import { Button, Gated, PageForm, StatusBadge } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { formatNumber } from "~/lib/numbers";
import { SWITCH_FUNCTION } from "./intents";
import type { FunctionRow } from "./load.server";

/** Whether a function is on, and the button for the other. */
export function FunctionSwitch({ of: { name, enabled }, gate }: { of: Pick<FunctionRow, "name" | "enabled">; gate: Gate }) {
  const label = enabled ? "Switch off" : "Switch on";
  return (
    <PageForm method="post" className="flex items-center gap-2">
      <StatusBadge tone={enabled ? "good" : "neutral"}>{enabled ? "on" : "off"}</StatusBadge>
      <input type="hidden" name="intent" value={SWITCH_FUNCTION} />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="enabled" value={String(!enabled)} />
      <Gated gate={gate} label={label}>
        <Button tone="quiet" aria-label={`${label} ${name}`} className="whitespace-nowrap px-1.5">
          {label}
        </Button>
      </Gated>
    </PageForm>
  );
}

/** How many of a function run. */
export function Replicas({ of }: { of: number | "pending" }) {
  return of === "pending" ? <StatusBadge tone="warn">pending</StatusBadge> : <>{formatNumber(of)}</>;
}
