import { type LevelRef, screenPath } from "~/navigation/paths";
import { findEntry } from "~/navigation/sections";
import { personOf } from "~/session/preferences.server";
import type { Scope } from "~/session/scope.server";

type Step = {
  title: string;
  text: string;
  /** The screen that does it, where this console has it. */ screen?: string;
  /** The page of the documentation, below DOCS_URL. */ docs: string;
};

const steps: readonly Step[] = [
  { title: "Import Data", text: "CSV, JSON or NDJSON, up to gigabytes.", screen: "import", docs: "import" },
  { title: "Manage Mappings", text: "Types and use cases of your fields.", screen: "schema", docs: "mappings" },
  { title: "Browse Data", text: "Read, filter and edit documents.", screen: "browse", docs: "browse" },
  {
    title: "Search Preview",
    text: "Try a search page on your index.",
    screen: "search-preview",
    docs: "search-preview",
  },
  {
    title: "Understand your Search ROI",
    text: "What a good search is worth to you.",
    screen: "analytics",
    docs: "analytics/roi",
  },
  {
    title: "Setup Analytics",
    text: "Record searches and clicks.",
    screen: "popular-searches",
    docs: "analytics/setup",
  },
  { title: "Access Analytics via APIs", text: "Take the figures elsewhere.", screen: "console", docs: "analytics/api" },
  {
    title: "Secure your Search App",
    text: "Credentials that may only search.",
    screen: "credentials",
    docs: "credentials",
  },
];

/** A step as it is shown: `to` is a page of the console, `href` one of the documentation; a step may lead nowhere. */
export type ShownStep = { title: string; text: string; to?: string; href?: string };

/**
 * The first steps, each with the screen that does it where the user may open it, else with the documentation. Null
 * where he has put them away, and where there are documents: with the first one the steps have done their work.
 */
export function firstStepsFor(
  scope: Scope,
  { at, documents }: { at: LevelRef; documents: number | null },
): ShownStep[] | null {
  const { preferences, session, context } = scope;
  if (documents !== 0 || preferences.withoutFirstSteps.includes(personOf(session))) return null;
  const docs = context.config.docsUrl?.replace(/\/$/, "");
  return steps.map(({ title, text, screen, docs: page }) => {
    if (screen !== undefined && mayOpen(scope, screen)) return { title, text, to: screenPath(at, screen) };
    return docs === undefined ? { title, text } : { title, text, href: `${docs}/${page}` };
  });
}

function mayOpen({ can }: Scope, screen: string): boolean {
  const found = findEntry(screen);
  return found !== undefined && can(found.entry.action ?? found.section.action) && can(found.section.action);
}
