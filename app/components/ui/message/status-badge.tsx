import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "info" | "neutral";

// The shapes are in the style sheet, not said by screen readers.
const tones: Record<Tone, string> = {
  good: "badge badge-good",
  warn: "badge badge-warn",
  bad: "badge badge-bad",
  info: "badge badge-info",
  neutral: "badge",
};

/** A status as a word with a shape; the colour only repeats what they say. `shape={false}` for codes and methods. */
export function StatusBadge({ tone, children, shape = true }: { tone: Tone; children: ReactNode; shape?: boolean }) {
  return <span className={shape ? tones[tone] : `${tones[tone]} badge-plain`}>{children}</span>;
}

/** The tone of an engine's health word. */
export function healthTone(health: string): Tone {
  if (health === "green" || health === "reachable") return "good";
  if (health === "yellow") return "warn";
  return health === "red" || health === "failing" || health === "unreachable" ? "bad" : "neutral";
}

/** The tone of an HTTP status. */
export function statusTone(status: number): Tone {
  if (status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status >= 300 ? "info" : "good";
}
