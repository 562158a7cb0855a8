import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export type Tab = { to: string; label: ReactNode; current: boolean };

/** Tabs as links: each is a page of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
