import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { escapeText } from "~/lib/values/markup";
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
    <details
      key={key}
      className={`menu ${align === "left" ? "menu-left" : ""} ${up ? "menu-up" : ""} ${button ? "menu-button" : ""}`.trim()}
    >
      <summary aria-label={name}>{label}</summary>
      <div>{children}</div>
    </details>
  );
}

/** A link in a menu. `danger` for those that lead to a deletion; `current` marks the chosen one of a set. */
export function MenuLink({ to, children, danger = false, current = false, reload = false }: MenuLinkProps) {
  return (
    <PlainLink
      to={to}
      reload={reload}
      aria-current={current ? "true" : undefined}
      className={danger ? "text-bad" : undefined}
    >
      {children}
    </PlainLink>
  );
}

type MenuLinkProps = { to: string; children: ReactNode; danger?: boolean; current?: boolean; reload?: boolean };

type ListedLink = { to: string; label: string; danger?: boolean };

/**
 * Links of a menu that stands in each row of a list, as text: a React element for each would cost more than all else of
 * the row. They are marked together, by what is around them.
 */
export function MenuLinks({ links }: { links: readonly ListedLink[] }) {
  const text = links.map(
    ({ to, label, danger }) =>
      `<a href="${escapeText(to)}"${danger === true ? ' class="text-bad"' : ""}>${escapeText(label)}</a>`,
  );
  return <div data-go="" dangerouslySetInnerHTML={{ __html: text.join("") }} />;
}

type MenuButtonProps = {
  children: ReactNode;
  name?: string;
  value?: string;
  current?: boolean;
  formNoValidate?: boolean;
};

/** A submit button in a menu; stands in a form of its own. `current` marks the chosen one of a set. */
export function MenuButton({ children, current = false, ...rest }: MenuButtonProps) {
  return (
    <button type="submit" aria-current={current ? "true" : undefined} {...rest}>
      {children}
    </button>
  );
}

const POPS_UP = "details.menu[open], details[data-menu][open]";

/** What a menu opens lies in it, or beside it where it says so (`data-menu="beside"`). */
const holds = (menu: HTMLDetailsElement, node: Node | null) =>
  menu.contains(node) || (menu.dataset["menu"] === "beside" && menu.nextElementSibling?.contains(node) === true);

/**
 * What scripts add to menus: Escape closes one and gives the focus back to its label; a click elsewhere, or the focus
 * going elsewhere, closes it too. `data-menu` on any `<details>` that lies over the page. Once on a page, in its frame.
 */
export function useMenus() {
  useEffect(() => {
    function close({ key }: KeyboardEvent) {
      if (key !== "Escape") return;
      const open = [...document.querySelectorAll<HTMLDetailsElement>(POPS_UP)];
      const menu = open.findLast((candidate) => holds(candidate, document.activeElement)) ?? open.at(-1);
      if (menu === undefined) return;
      const hadFocus = holds(menu, document.activeElement);
      menu.open = false;
      if (hadFocus) menu.querySelector("summary")?.focus();
    }
    function leave({ target }: Event) {
      if (!(target instanceof Node)) return;
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(POPS_UP))
        if (!holds(menu, target)) menu.open = false;
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
