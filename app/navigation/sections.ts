import type { Action } from "~/lib/access-control/actions";
import type { Backend } from "~/lib/access-control/plan";

export type Level = "cluster" | "app";

/**
 * One entry of the sidebar. `path` is the key of the screen in routes.js; `on` says at which level the screen itself
 * stands.
 */
export type Entry = {
  path: string;
  label: string;
  on: Level[];
  action?: Action;
  /** Permissions that open it too, though they do not list it. */ also?: Action[];
  /** Kept by this console, so its address answers whatever the back end; the sidebar hides it with its section. */ own?: true;
  /** Its calls want the right to all indices: whoever has some only does not see it. */ whole?: true;
  /** Its list is narrowed by `?index=`: opened from an index, it shows what is about that one. */ byIndex?: true;
  /** The screen on which what it reports is set up: without that screen our own back end has nothing to report. */
  reportsOn?: string;
  /** The back ends that have it, where not all of those that have its section do. */ backends?: readonly Backend[];
};

/** The identifiers of the specification's app sections. */
export type SectionId =
  | "overview"
  | "develop"
  | "search-relevancy"
  | "pipelines"
  | "ai"
  | "uibuilder"
  | "analytics"
  | "speed"
  | "access-control"
  | "billing";

export type Section = { id: SectionId; label: string; action: Action; entries: Entry[] };

const both: Level[] = ["cluster", "app"];
const cluster: Level[] = ["cluster"];
const app: Level[] = ["app"];

/** The back ends with indices of the kind that search boxes and roles stand on (contract 40, side menu). */
const indexing: readonly Backend[] = ["elasticsearch", "opensearch", "system"];

/** Whoever may change something sees what was changed. */
const changers: Action[] = [
  "search-relevancy",
  "pipelines",
  "ai",
  "uibuilder",
  "analytics",
  "speed",
  "access-control",
  "user-management",
  "billing",
];

/** The whole sidebar of the specification, in its order. Which of it is shown: `visible.server.ts`. */
export const sections: Section[] = [
  { id: "overview", label: "Overview", action: "overview", entries: [{ path: "", label: "Overview", on: both }] },
  {
    id: "develop",
    label: "Data",
    action: "develop",
    entries: [
      { path: "import", label: "Import", on: app },
      { path: "browse", label: "Browse", on: app },
      { path: "request-logs", label: "Request logs", on: both },
      { path: "search-preview", label: "Search preview", on: app, also: ["search-relevancy"] },
      // Servers give their calls to whoever may tune relevance, not to whoever may develop (contract 10, 3.1).
      { path: "stored-queries", label: "Stored queries", on: both, action: "search-relevancy" },
      { path: "console", label: "Console", on: both },
      { path: "jobs", label: "Jobs", on: both, own: true },
      { path: "changes", label: "Changes", on: both, also: changers, own: true },
    ],
  },
  {
    id: "search-relevancy",
    label: "Search relevance",
    action: "search-relevancy",
    entries: [
      { path: "languages", label: "Languages", on: app },
      { path: "search", label: "Search", on: app },
      { path: "suggestions", label: "Suggestions", on: cluster, byIndex: true },
      { path: "aggs", label: "Aggregations", on: app },
      { path: "results", label: "Results", on: app },
      { path: "index-settings", label: "Index settings", on: app },
      { path: "schema", label: "Schema", on: app },
      { path: "synonyms", label: "Synonyms", on: app },
      { path: "rules", label: "Rules", on: cluster, whole: true, byIndex: true },
      { path: "grade-evaluation", label: "Grade evaluation", on: cluster, byIndex: true },
      { path: "relevance-tests", label: "Relevance tests", on: app },
    ],
  },
  {
    id: "pipelines",
    label: "Pipelines",
    action: "pipelines",
    entries: [
      { path: "pipelines", label: "Pipelines", on: cluster },
      { path: "global-envs", label: "Global variables", on: cluster },
      { path: "configure-search-engine-backend", label: "Search engine", on: cluster },
    ],
  },
  {
    id: "ai",
    label: "AI search",
    action: "ai",
    entries: [
      { path: "ai-preferences", label: "AI preferences", on: cluster },
      { path: "ai-faqs", label: "FAQs", on: cluster },
    ],
  },
  {
    id: "uibuilder",
    label: "UI builder",
    action: "uibuilder",
    entries: [
      { path: "search-builder", label: "Search", on: cluster },
      { path: "recommendations-builder", label: "Recommendations", on: cluster, backends: indexing },
      { path: "searchboxes", label: "Search boxes", on: cluster, backends: indexing },
      { path: "search-auth-settings", label: "End-user sign-in", on: cluster },
    ],
  },
  {
    id: "analytics",
    label: "Analytics",
    action: "analytics",
    entries: [
      { path: "analytics", label: "Analytics overview", on: both },
      { path: "popular-searches", label: "Popular searches", on: both },
      { path: "no-results-searches", label: "No results searches", on: both },
      { path: "popular-filters", label: "Popular filters", on: both },
      { path: "popular-results", label: "Popular results", on: both },
      { path: "recent-searches", label: "Recent searches", on: both },
      { path: "recent-results", label: "Recent results", on: both },
      { path: "geo-distribution", label: "Geo distribution", on: both },
      { path: "requests-per-minute", label: "Requests per minute", on: both },
      { path: "search-latency", label: "Search latency", on: both },
      { path: "ai-insights", label: "AI insights", on: cluster, reportsOn: "ai-preferences" },
      // Servers give its calls to whoever may change pipelines (contract 40, side menu).
      {
        path: "pipeline-insights",
        label: "Pipeline insights",
        on: cluster,
        action: "pipelines",
        reportsOn: "pipelines",
      },
      { path: "monitoring", label: "Monitoring", on: cluster },
      { path: "data-usage", label: "Data usage", on: cluster },
      { path: "shared-links", label: "Shared links", on: both, own: true },
    ],
  },
  { id: "speed", label: "Speed", action: "speed", entries: [{ path: "cache", label: "Cache", on: cluster }] },
  {
    id: "access-control",
    label: "Access control",
    action: "access-control",
    entries: [
      { path: "user-management", label: "Users", on: cluster, action: "user-management", byIndex: true },
      { path: "credentials", label: "API credentials", on: both },
      { path: "role-based-access", label: "Role-based access", on: cluster, backends: indexing },
      // Servers give its calls to whoever may develop (contract 10, 3.7).
      { path: "sync-preferences", label: "Sync preferences", on: cluster, action: "develop", backends: indexing },
    ],
  },
  { id: "billing", label: "Billing", action: "billing", entries: [{ path: "billing", label: "Billing", on: both }] },
];

const relevanceDataSpeed: SectionId[] = ["search-relevancy", "develop", "speed"];

/**
 * What a back end hides (specification, section 2): search relevance, data and speed, and the overview of all that are
 * not elasticsearch, opensearch, zinc or system.
 */
export const hiddenBy: Record<Backend, SectionId[]> = {
  elasticsearch: [],
  opensearch: [],
  system: [],
  zinc: relevanceDataSpeed,
  solr: [...relevanceDataSpeed, "overview"],
  marklogic: [...relevanceDataSpeed, "overview"],
  fusion: [...relevanceDataSpeed, "overview"],
  mongodb: [...relevanceDataSpeed, "overview"],
};

/** The entry of a screen, with the section it stands in. */
export function findEntry(path: string) {
  for (const section of sections) {
    const entry = section.entries.find((candidate) => candidate.path === path);
    if (entry) return { section, entry };
  }
  return undefined;
}

/** The permissions of which one opens a screen; null where everybody who is signed in may. */
export function actionsOpening(screen: string): Action[] | null {
  const found = findEntry(screen);
  return found ? [found.entry.action ?? found.section.action, ...(found.entry.also ?? [])] : null;
}
