import type { ReactNode } from "react";
import { Name } from "./name";

type CardProps = {
  title?: ReactNode;
  children: ReactNode;
  className?: string;
  /** A bar at the left edge. */ tone?: "bad" | "warn" | "info" | "good";
};

const bars = {
  bad: "border-l-4 border-l-bad",
  warn: "border-l-4 border-l-warn",
  info: "border-l-4 border-l-info",
  good: "border-l-4 border-l-good",
};

/** A raised box with an optional title. */
export function Card({ title, children, className = "", tone }: CardProps) {
  return (
    <section className={`rounded border border-line bg-raised p-3.5 ${tone ? bars[tone] : ""} ${className}`}>
      {title && <h2 className="text-13 font-bold">{title}</h2>}
      {children}
    </section>
  );
}

/** A row of cards, as many as fit; two on a narrow screen. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className="mb-5 grid grid-cols-2 gap-3 large:grid-cols-4">{children}</div>;
}

type NumberCardProps = {
  label: string;
  /** Already formatted. */
  value: ReactNode;
  /** A small line under the number. */
  note?: ReactNode;
  /** The change against the period before, with its sign and a word. */
  change?: { text: string; tone: "good" | "bad" | "neutral" };
  /** A `<Sparkline>` under it all; few pages have one, and only they carry it. */
  line?: ReactNode;
  tone?: "bad";
};

const changeTones = { good: "text-good", bad: "text-bad", neutral: "text-muted" };

/** A card with one big number. */
export function NumberCard({ label, value, note, change, line, tone }: NumberCardProps) {
  return (
    <section className="min-w-0 rounded border border-line bg-raised p-3.5">
      <h2 className="text-13 text-muted">{label}</h2>
      <Name as="p" className={`text-28 font-bold ${tone === "bad" ? "text-bad" : ""}`}>
        {value}
      </Name>
      {change && <p className={`text-12 ${changeTones[change.tone]}`}>{change.text}</p>}
      {/* Not a paragraph: a note may hold a <details>, at which a browser would end it, and the scripts would find another page than they know. */}
      {note && <div className="note text-12 text-faint">{note}</div>}
      {line}
    </section>
  );
}
