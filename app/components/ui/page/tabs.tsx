import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export type Tab = { to: string; label: ReactNode; current: boolean };

/** Tabs as links: each is a page of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap gap-x-5 border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? "page" : undefined}
          className={`-mb-px border-b-2 py-2 text-13 no-underline ${tab.current ? "border-accent font-semibold text-ink" : "border-transparent text-muted hover:text-ink"}`}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
