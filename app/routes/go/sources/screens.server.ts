import { ranked } from "~/lib/values/rank";
import { appLevel, clusterLevel, type LevelRef, screenPath } from "~/navigation/paths";
import { findEntry } from "~/navigation/sections";
import { visibleSections, visibleTabs } from "~/navigation/visible.server";
import type { Scope } from "~/session/scope.server";
import type { PaletteSource } from "../palette";

const MOST = 8;

type Screen = { title: string; section: string; place: string; to: string };

/**
 * The screens of the index that one is in, then those of the cluster; each with the section and place where it stands.
 */
export const screenSource: PaletteSource = {
  id: "screens",
  label: "Screens",
  find: ({ scope, typed }) => {
    const here = scope.level === "app" ? screensOf(scope, appLevel(scope.app)) : [];
    const known = new Set(here.map(({ to }) => to));
    const titles = new Set(here.map(({ title }) => title));
    // Of a screen that only indices have, the cluster knows the page that asks for the index: of no use where there is
    // one.
    const cluster = screensOf(scope, clusterLevel).filter(
      ({ to, title, place }) => !known.has(to) && !(place === chooser && titles.has(title)),
    );
    const all = [...here, ...cluster, ...ownScreens(scope)];
    const found = ranked(all, {
      typed,
      textsOf: ({ title, section, place }) => [title, `${section} ${title}`, `${place} ${title}`],
      most: MOST,
    });
    return Promise.resolve(
      found.map(({ item, rank }) => ({ title: item.title, note: noteOf(item), to: item.to, rank })),
    );
  },
};

const chooser = "Choose an index";
const everything = "All indices";

function screensOf({ identity }: Scope, at: LevelRef): Screen[] {
  const shown = {
    at,
    actions: identity.actions,
    backend: identity.backend,
    held: identity.heldTo !== null,
    product: identity.product,
    billing: identity.plan.billing,
  };
  const tabs = visibleTabs(shown).filter(({ path }) => path !== "");
  const entries = visibleSections(shown).flatMap((section) =>
    section.entries.map((entry) => ({
      title: entry.label,
      section: entry.path === "" ? "" : section.label,
      place: placeOf(entry, at),
      to: entry.href,
    })),
  );
  return [
    ...entries,
    ...tabs.map(({ label, href }) => ({
      title: label,
      section: "",
      place: at.level === "app" ? at.app : everything,
      to: href,
    })),
  ];
}

function placeOf({ path, href }: { path: string; href: string }, at: LevelRef): string {
  if (at.level === "app") return href.startsWith("/cluster") ? everything : at.app;
  return findEntry(path)?.entry.on.includes("cluster") ? everything : chooser;
}

/** Screens that stand in no section. */
function ownScreens({ can, identity }: Scope): Screen[] {
  const free = identity.heldTo === null;
  return [
    ...(can("develop") && free
      ? [{ title: "Create index", section: "", place: everything, to: screenPath(clusterLevel, "create-index") }]
      : []),
    ...(can("overview")
      ? [{ title: free ? "All indices" : "Your indices", section: "", place: "", to: "/indices" }]
      : []),
    { title: "Preferences", section: "Account", place: "", to: "/account/preferences" },
    { title: "Sign out", section: "Account", place: "", to: "/logout" },
  ];
}

const noteOf = ({ section, place }: Screen) => [place, section].filter((part) => part !== "").join(" · ");
