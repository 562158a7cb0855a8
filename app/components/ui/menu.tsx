import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { PlainLink } from "./plain-link";

type MenuProps = {
  label: ReactNode;
  /** For a label that is only a sign. */ name?: string;
  children: ReactNode;
  align?: "left" | "right";
  up?: boolean;
  /** Looks like a button, beside others. */ button?: boolean;
};

/** A menu that works without scripts: a `<details>` with links and small forms. Closes when the page changes. */
export function Menu({ label, name, children, align = "right", up = false, button = false }: MenuProps) {
  const { key } = useLocation();
  return (
    <details key={key} className={`menu ${align === "left" ? "menu-left" : ""} ${up ? "menu-up" : ""} ${button ? "menu-button" : ""}`.trim()}>
      <summary aria-label={name}>{label}</summary>
      <div>{children}</div>
    </details>
  );
}

/** A link in a menu. `danger` for those that lead to a deletion; `current` marks the chosen one of a set. */
export function MenuLink({ to, children, danger = false, current = false, reload = false }: MenuLinkProps) {
  return (
    <PlainLink to={to} reload={reload} aria-current={current ? "true" : undefined} className={danger ? "text-bad" : undefined}>
      {children}
    </PlainLink>
  );
}

type MenuLinkProps = { to: string; children: ReactNode; danger?: boolean; current?: boolean; reload?: boolean };

type MenuButtonProps = { children: ReactNode; name?: string; value?: string; current?: boolean; formNoValidate?: boolean };

/** A submit button in a menu; stands in a form of its own. `current` marks the chosen one of a set. */
export function MenuButton({ children, current = false, ...rest }: MenuButtonProps) {
  return (
    <button type="submit" aria-current={current ? "true" : undefined} {...rest}>
      {children}
    </button>
  );
}

const POPS_UP = "details.menu[open], details[data-menu][open]";

/**
 * What scripts add to menus: Escape closes one and gives the focus back to its label; a click elsewhere, or the focus going elsewhere,
 * closes it too. `data-menu` on any `<details>` that lies over the page. Once on a page, in its frame.
 */
export function useMenus() {
  useEffect(() => {
    function close({ key }: KeyboardEvent) {
      if (key !== "Escape") return;
      const open = [...document.querySelectorAll<HTMLDetailsElement>(POPS_UP)];
      const menu = open.findLast((candidate) => candidate.contains(document.activeElement)) ?? open.at(-1);
      if (menu === undefined) return;
      const hadFocus = menu.contains(document.activeElement);
      menu.open = false;
      if (hadFocus) menu.querySelector("summary")?.focus();
    }
    function leave({ target }: Event) {
      if (!(target instanceof Node)) return;
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(POPS_UP)) if (!menu.contains(target)) menu.open = false;
    }
    document.addEventListener("keydown", close);
    document.addEventListener("click", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("click", leave);
      document.removeEventListener("focusin", leave);
    };
  }, []);
}
