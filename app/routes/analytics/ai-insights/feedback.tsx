import { StatusBadge } from "~/components/kit";

/** What a visitor thought of an answer; nothing where nobody said. */
export function Feedback({ useful }: { useful: boolean | null }) {
  if (useful === null) return null;
  return useful ? <StatusBadge tone="good">Useful</StatusBadge> : <StatusBadge tone="bad">Not useful</StatusBadge>;
}
