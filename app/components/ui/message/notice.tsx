import type { ReactNode } from "react";
import { Name } from "../name";

export type NoticeTone = "good" | "warn" | "bad" | "info";

const tones: Record<NoticeTone, { className: string; sign: string }> = {
  good: { className: "bg-good-soft text-good border-good", sign: "shape-good" },
  warn: { className: "bg-warn-soft text-warn border-warn", sign: "shape-warn" },
  bad: { className: "bg-bad-soft text-bad border-bad", sign: "shape-bad" },
  info: { className: "bg-info-soft text-info border-info", sign: "shape-info" },
};

/**
 * A message on the page. `role="status"` for what has happened, `alert` for what went wrong just now, none for standing
 * facts.
 */
export function Notice({ tone, children, role }: { tone: NoticeTone; children: ReactNode; role?: "status" | "alert" }) {
  const { className, sign } = tones[tone];
  return (
    <Name as="div" role={role} className={`mb-4 flex gap-2 rounded border-l-4 px-3 py-2 text-13 ${className}`}>
      <span aria-hidden="true" className={`shape ${sign} mt-[6px]`} />
      <div className="min-w-0">{children}</div>
    </Name>
  );
}

/** Above a text that is only its beginning: the way to all of it. */
export function CutNotice({ whole, href }: { /** "4.2 MB" */ whole: string; href: string }) {
  return (
    <Notice tone="info">
      Showing the beginning only.{" "}
      <a href={href} className="link">
        Show all {whole} as plain text
      </a>
    </Notice>
  );
}
