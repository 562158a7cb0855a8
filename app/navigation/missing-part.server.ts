import { screens } from "../../routes.js";
import type { Action } from "~/lib/access-control/actions";
import { type Backend, backendNames } from "~/lib/access-control/plan";
import { findEntry, hiddenBy, type SectionId } from "./sections";
import { tabs } from "./tabs";

/** Whether a back end has no use for a section. Permissions that are sections go by the same name. */
export function hides({ backend, section }: { backend: Backend; section: SectionId | Action }): boolean {
  return hiddenBy[backend].some((hidden) => hidden === section);
}

/**
 * The screen below a level that an address stands for: "browse" of `/app/films/browse/1`, "" for an overview; undefined
 * outside of both levels.
 */
function screenAt(pathname: string): string | undefined {
  if (pathname === "/indices") return "";
  const [, level, ...parts] = pathname.replace(/\.data$/, "").split("/");
  if (level === "cluster") return parts[0] ?? "";
  return level === "app" ? (parts[1] ?? "") : undefined;
}

/** What stands below an overview: "create-index" of `/cluster/create-index`. */
const below = new Set(
  screens
    .filter(({ path }) => path === "")
    .flatMap(({ children = [] }) => children.map(({ path }) => path.split("/")[0] ?? "")),
);

type Place = { section: SectionId; label: string; own: boolean; backends?: readonly Backend[] | undefined };

/** The section to which the screen at an address belongs; pages and tabs below an overview are the overview's. */
function placeOf(pathname: string): Place | undefined {
  const path = screenAt(pathname);
  if (path === undefined) return undefined;
  const found = findEntry(path);
  if (found !== undefined)
    return {
      section: found.section.id,
      label: found.entry.label,
      own: found.entry.own ?? false,
      backends: found.entry.backends,
    };
  const tab = tabs.find((one) => one.path === path);
  if (tab === undefined && !below.has(path)) return undefined;
  return { section: tab?.action === "develop" ? "develop" : "overview", label: tab?.label ?? "This page", own: false };
}

/**
 * What a back end has not of the screen at an address, as a sentence; undefined where it has it. Pages below an
 * overview go with the overview, tabs about the engine with Data too.
 */
export function missingPart({ backend, pathname }: { backend: Backend; pathname: string }): string | undefined {
  const place = placeOf(pathname);
  if (place === undefined || place.own) return undefined;
  const inTab = place.section === "develop" && findEntry(screenAt(pathname) ?? "") === undefined;
  const gone =
    hides({ backend, section: place.section }) ||
    (inTab && hides({ backend, section: "overview" })) ||
    place.backends?.includes(backend) === false;
  return gone ? `${place.label} is not available on servers that run on ${backendNames[backend]}.` : undefined;
}

/**
 * Whether the screen at an address is of no use before the server has an engine: all but access, billing, the engine's
 * own screen, and what this console keeps.
 */
export function wantsEngine(pathname: string): boolean {
  const place = placeOf(pathname);
  return place !== undefined && !place.own && !["access-control", "billing", "pipelines"].includes(place.section);
}
