import { StatusBadge } from "~/components/ui/message/status-badge";
import { Time } from "~/components/ui/time";
import type { Expiry } from "./list.server";

/** When a credential ends, marked where that is soon or over. */
export function ExpiryBadge({ expiry: { at, state } }: { expiry: Expiry }) {
  if (state === "never") return <>Never</>;
  if (state === "later") return <Time value={at} />;
  return (
    <StatusBadge tone={state === "expired" ? "bad" : "warn"}>
      {state === "expired" ? "expired" : "expires"} <Time value={at} />
    </StatusBadge>
  );
}
