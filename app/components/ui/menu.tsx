import "~/kit.client";
import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

type MenuProps = { label: ReactNode; /** For a label that is only a sign. */ name?: string; children: ReactNode; align?: "left" | "right"; up?: boolean };

/** A menu that works without scripts: a `<details>` with links and small forms. Closes when the page changes. */
export function Menu({ label, name, children, align = "right", up = false }: MenuProps) {
  const { key } = useLocation();
  return (
    <details key={key} className="group relative inline-block">
      <summary aria-label={name} className="flex min-h-[24px] items-center gap-1 whitespace-nowrap rounded-sm px-1 text-13 text-muted hover:text-ink">
        {label}
        <span aria-hidden="true" className="text-12">
          ▾
        </span>
      </summary>
      <div
        className={`absolute z-30 min-w-[180px] max-w-[80vw] rounded border border-line bg-surface p-1 text-left shadow ${align === "right" ? "right-0" : "left-0"} ${up ? "bottom-full mb-1" : "top-full mt-1"}`}
      >
        {children}
      </div>
    </details>
  );
}

const item = "block w-full rounded-sm px-2.5 py-1.5 text-left text-13 no-underline hover:bg-sunken";

/** A link in a menu. `danger` for those that lead to a deletion; `current` marks the chosen one of a set. */
export function MenuLink({ to, children, danger = false, current = false, reload = false }: MenuLinkProps) {
  return (
    <Link to={to} reloadDocument={reload} aria-current={current ? "true" : undefined} className={`${item} ${danger ? "text-bad" : "text-ink"} ${current ? "font-semibold" : ""}`}>
      {children}
    </Link>
  );
}

type MenuLinkProps = { to: string; children: ReactNode; danger?: boolean; current?: boolean; reload?: boolean };

/** A submit button in a menu; stands in a form of its own. */
export function MenuButton({ children, name, value }: { children: ReactNode; name?: string; value?: string }) {
  return (
    <button type="submit" name={name} value={value} className={`${item} text-ink`}>
      {children}
    </button>
  );
}
