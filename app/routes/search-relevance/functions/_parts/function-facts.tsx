import { SwitchForm } from "~/components/relevance/list-parts";
import { StatusBadge } from "~/components/ui/message/status-badge";
import type { Gate } from "~/lib/access-control/gate";
import { formatNumber } from "~/lib/values/numbers";
import { SWITCH_FUNCTION } from "./intents";
import type { FunctionRow } from "./load.server";

/** Whether a function is on, and the button for the other. */
export function FunctionSwitch({
  of: { name, enabled },
  gate,
}: {
  of: Pick<FunctionRow, "name" | "enabled">;
  gate: Gate;
}) {
  return <SwitchForm intent={SWITCH_FUNCTION} name={name} enabled={enabled} gate={gate} />;
}

/** How many of a function run. */
export function Replicas({ of }: { of: number | "pending" }) {
  return of === "pending" ? <StatusBadge tone="warn">pending</StatusBadge> : <>{formatNumber(of)}</>;
}
