import "~/kit.client";
import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "info" | "neutral";

const tones: Record<Tone, { shape: string; className: string }> = {
  good: { shape: "●", className: "bg-good-soft text-good" },
  warn: { shape: "◆", className: "bg-warn-soft text-warn" },
  bad: { shape: "▲", className: "bg-bad-soft text-bad" },
  info: { shape: "■", className: "bg-info-soft text-info" },
  neutral: { shape: "○", className: "bg-sunken text-muted" },
};

/** A status as a word with a shape; the colour only repeats what they say. `shape={false}` for codes and methods. */
export function StatusBadge({ tone, children, shape = true }: { tone: Tone; children: ReactNode; shape?: boolean }) {
  const look = tones[tone];
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap rounded-sm px-1.5 py-px text-12 font-semibold ${look.className}`}>
      {shape && <span aria-hidden="true">{look.shape}</span>}
      {children}
    </span>
  );
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
