import { StatusBadge, type Tone } from "~/components/ui/message/status-badge";
import type { Outcome } from "~/services/platform/changes/words";

const tones: Record<Outcome, Tone> = {
  running: "info",
  success: "good",
  partial: "warn",
  failed: "bad",
  "not sent": "warn",
  undone: "neutral",
};

/** How a change ended. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  return <StatusBadge tone={tones[outcome]}>{outcome}</StatusBadge>;
}
