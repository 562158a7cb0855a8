import type { NavigationEntry, NavigationSection } from "./menu";

/** Without what narrows the list that it leads to. */
const pathIn = (href: string) => href.split("?", 1).join();
const isAt = (pathname: string, href: string) => pathname === pathIn(href) || pathname.startsWith(`${pathIn(href)}/`);

/**
 * The entry of the sidebar that a page belongs to, with its section: the longest path that the page's path begins with.
 * A page under one of the overview's `tabs` belongs to the overview.
 */
export function currentEntry(
  sections: readonly NavigationSection[],
  { pathname, tabs }: { pathname: string; tabs: readonly NavigationEntry[] },
): { section: NavigationSection; entry: NavigationEntry } | undefined {
  const inTab = tabs.some(({ path, href }) => path !== "" && isAt(pathname, href));
  return sections
    .flatMap((section) => section.entries.map((entry) => ({ section, entry })))
    .filter(({ entry: { path, href } }) => (path === "" && !inTab ? pathname === href : isAt(pathname, href)))
    .sort((a, b) => b.entry.href.length - a.entry.href.length)[0];
}

/** The tab that a page of an overview stands under: the overview itself for those that belong to no other. */
export function currentTab(tabs: readonly NavigationEntry[], pathname: string): NavigationEntry | undefined {
  return tabs.find(({ path, href }) => path !== "" && isAt(pathname, href)) ?? tabs.find(({ path }) => path === "");
}
