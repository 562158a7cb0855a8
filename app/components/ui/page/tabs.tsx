import type { ReactNode } from "react";
import { PlainLink } from "../plain-link";

export type Tab = { /** As of a `PlainLink`. */ to: string; label: ReactNode; current: boolean };

/** Tabs as links: each is a page of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map((tab) => (
        <PlainLink key={tab.to} to={tab.to} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
        </PlainLink>
      ))}
    </nav>
  );
}
