import { screens } from "../../routes.js";
import { type Action, may } from "~/lib/access-control/actions";
import type { Product } from "~/lib/access-control/product";
import type { Backend } from "~/lib/access-control/plan";
import { screenPath, type LevelRef } from "./paths";
import { hides } from "./missing-part.server";
import type { NavigationEntry, NavigationSection } from "./menu";
import { type Entry, type Level, type Section, sections } from "./sections";
import { tabs } from "./tabs";

/** True when a section is shown to this user on this back end (specification, section 6). */
export function isSectionVisible({
  section,
  actions,
  backend,
}: {
  section: Section;
  actions: readonly Action[];
  backend: Backend;
}) {
  if (hides({ backend, section: section.id })) return false;
  return section.entries.some((entry) => may(actions, entry.action ?? section.action));
}

function mounts(path: string): Level[] {
  return screens.filter((screen) => screen.path === path).flatMap((screen) => screen.on);
}

/** True where this console has the screen, whoever asks. */
export function hasScreen(path: string): boolean {
  return mounts(path).length > 0;
}

/**
 * The sidebar of a level: entries whose screens exist, that the user may open and that the back end has. An app-only
 * entry at cluster level leads to its index chooser; a cluster-only entry at app level leads to the cluster.
 */
export function visibleSections({
  at,
  actions,
  backend,
  held = false,
  product = "reactivesearch",
  billing = true,
}: {
  at: LevelRef;
  actions: readonly Action[];
  backend: Backend;
  /** The user is limited to some indices. */ held?: boolean;
  /** Ours has only what this console sets up. */ product?: Product;
  /** False on a server that charges nothing: there is nothing to see of it. */ billing?: boolean;
}): NavigationSection[] {
  return sections
    .filter((section) => isSectionVisible({ section, actions, backend }))
    .filter(({ id }) => id !== "billing" || billing)
    .map((section) => ({
      id: section.id,
      label: section.label,
      entries: section.entries
        .filter((entry) => may(actions, entry.action ?? section.action) && (entry.backends?.includes(backend) ?? true))
        .filter(({ whole = false }) => !(whole && held))
        .filter(({ reportsOn }) => product !== "searchdeck" || reportsOn === undefined || hasScreen(reportsOn))
        .filter((entry) => (entry.path === "" ? mounts("").includes(at.level) : mounts(entry.path).length > 0))
        .map((entry) => ({ path: entry.path, label: labelAt(entry, { at, held }), href: hrefOf(entry, at) })),
    }))
    .filter((section) => section.entries.length > 0);
}

const pagesBelow = (level: Level) =>
  screens
    .filter(({ path, on }) => path === "" && on.includes(level))
    .flatMap(({ children = [] }) => children.map(({ path }) => path));

/** True where this console has the page below the overview of a level. */
export function hasPage(level: Level, path: string): boolean {
  return pagesBelow(level).includes(path);
}

/**
 * The tabs of a level's overview that this user may open; none where there would be one alone, and none of the cluster
 * for whom holds some of its indices only.
 */
export function visibleTabs({
  at,
  actions,
  backend,
  held,
}: {
  at: LevelRef;
  actions: readonly Action[];
  backend: Backend;
  held: boolean;
}): NavigationEntry[] {
  if (held && at.level === "cluster") return [];
  const below = ["", ...pagesBelow(at.level)];
  const shown = tabs.filter(
    ({ path, on, action }) =>
      on === at.level &&
      may(actions, action) &&
      !hides({ backend, section: "overview" }) &&
      !hides({ backend, section: action }) &&
      below.includes(path),
  );
  return shown.length < 2 ? [] : shown.map(({ path, label }) => ({ path, label, href: screenPath(at, path) }));
}

function labelAt(entry: Entry, { at, held }: { at: LevelRef; held: boolean }) {
  if (entry.path !== "") return entry.label;
  if (at.level === "app") return "App overview";
  return held ? "Your indices" : "Cluster overview";
}

function hrefOf(entry: Entry, at: LevelRef) {
  const levels = mounts(entry.path);
  if (at.level === "app" && !levels.includes("app"))
    return screenPath({ level: "cluster" }, entry.path, entry.byIndex ? { query: { index: at.app } } : {});
  return screenPath(at, entry.path);
}
