import type { NavigationEntry, NavigationSection } from "./visible.server";

const isOverview = (href: string) => href === "/cluster" || href === "/indices" || /^\/app\/[^/]+$/.test(href);

/** The entry of the sidebar that a page belongs to, with its section: the longest path that the page's path begins with. */
export function currentEntry(sections: readonly NavigationSection[], pathname: string): { section: NavigationSection; entry: NavigationEntry } | undefined {
  return sections
    .flatMap((section) => section.entries.map((entry) => ({ section, entry })))
    .filter(({ entry: { href } }) => pathname === href || (!isOverview(href) && pathname.startsWith(`${href}/`)))
    .sort((a, b) => b.entry.href.length - a.entry.href.length)[0];
}
