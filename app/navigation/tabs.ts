import type { Action } from "~/lib/access-control/actions";
import type { Level } from "./sections";

/**
 * A tab of the overview of a level. `path` is the key of its screen in routes.js, below the overview; "" is the
 * overview itself.
 */
export type TabEntry = { path: string; label: string; on: Level; action: Action };

/**
 * The tabs of the overviews, in their order: what one index has, then what all have. Which of them are shown:
 * `visible.server.ts`.
 */
export const tabs: readonly TabEntry[] = [
  { path: "", label: "Overview", on: "app", action: "overview" },
  { path: "mapping", label: "Mapping", on: "app", action: "develop" },
  { path: "settings", label: "Settings", on: "app", action: "develop" },
  { path: "aliases", label: "Aliases", on: "app", action: "develop" },
  { path: "analyze", label: "Analyze", on: "app", action: "develop" },
  { path: "", label: "Indices", on: "cluster", action: "overview" },
  { path: "aliases", label: "Aliases", on: "cluster", action: "develop" },
  { path: "templates", label: "Templates", on: "cluster", action: "develop" },
  { path: "tasks", label: "Tasks", on: "cluster", action: "develop" },
];
