import { clusterLevel, type LevelRef, screenPath } from "./paths";

export type NavigationEntry = { path: string; label: string; href: string };
export type NavigationSection = { id: string; label: string; entries: NavigationEntry[] };

/**
 * The menus as every page carries them: a line for each section and each entry, without what the page can tell by
 * itself. `menuOf` reads it.
 */
export function packedMenu(sections: readonly NavigationSection[], at: LevelRef): string {
  const entryLine = ({ path, label, href }: NavigationEntry) =>
    [path, label, ...(href === screenPath(at, path) ? [] : [href.includes("?") ? "narrowed" : "cluster"])].join("\t");
  return sections
    .map(({ id, label, entries }) => [`${id}\t${label}`, ...entries.map(entryLine)].join("\n"))
    .join("\n\n");
}

/** The menus of a page, at the place that they are made for, from its frame's data. */
export function menuOf({ menu, place: at }: { menu: string; place: LevelRef }): NavigationSection[] {
  if (menu === "") return [];
  return menu.split("\n\n").map((section) => {
    const [head = [], ...entries] = section.split("\n").map((line) => line.split("\t"));
    const [id = "", name = ""] = head;
    return {
      id,
      label: name,
      entries: entries.map(([path = "", label = "", up]) => ({
        path,
        label,
        href: screenPath(up ? clusterLevel : at, path, up === "narrowed" ? { query: { index: at.app } } : {}),
      })),
    };
  });
}
