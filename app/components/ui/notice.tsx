import "~/kit.client";
import type { ReactNode } from "react";

export type NoticeTone = "good" | "warn" | "bad" | "info";

const tones: Record<NoticeTone, { className: string; sign: string }> = {
  good: { className: "bg-good-soft text-good border-good", sign: "✓" },
  warn: { className: "bg-warn-soft text-warn border-warn", sign: "◆" },
  bad: { className: "bg-bad-soft text-bad border-bad", sign: "⚠" },
  info: { className: "bg-info-soft text-info border-info", sign: "ℹ" },
};

/** A message on the page. `role="status"` for what has happened, `alert` for what went wrong just now, none for standing facts. */
export function Notice({ tone, children, role }: { tone: NoticeTone; children: ReactNode; role?: "status" | "alert" }) {
  const { className, sign } = tones[tone];
  return (
    <div role={role} className={`mb-4 flex gap-2 rounded border-l-4 px-3 py-2 text-13 [overflow-wrap:anywhere] ${className}`}>
      <span aria-hidden="true">{sign}</span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
