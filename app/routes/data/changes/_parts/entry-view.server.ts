import { shownId } from "~/lib/address/ids";
import { findEntry } from "~/navigation/sections";
import type { Entry } from "~/services/platform/changes/log-store.server";
import { changeTitle, type Outcome } from "~/services/platform/changes/words";

/** What a page shows of an entry in a line. */
export type EntryView = {
  id: string;
  at: number;
  person: string;
  title: string;
  note: string | null;
  kind: string;
  resource: string;
  /** Where `resource` is a title; null where that is the ID, or has it. */ resourceId: string | null;
  method: string;
  path: string;
  outcome: Outcome;
};

/** An entry as a row of the list. */
export function entryView({
  id,
  at,
  person,
  verb,
  noun,
  outcome,
  summary,
  message,
  kind,
  resource,
  name,
  method,
  path,
}: Entry): EntryView {
  const note =
    outcome === "failed" || outcome === "not sent" ? message : outcome === "partial" ? (message ?? summary) : summary;
  return {
    id,
    at,
    person,
    title: changeTitle({ verb, noun, outcome }),
    note,
    kind,
    resource: name,
    resourceId: resource === "" || name.includes(shownId(resource)) ? null : shownId(resource),
    method,
    path,
    outcome,
  };
}

/** The screen that a change came from, as the sidebar calls it: "Data, Browse". */
export function screenName(pathname: string): string {
  const [, level, ...rest] = pathname.split("/");
  const [first = ""] = level === "app" ? rest.slice(1) : rest;
  const found = findEntry(first);
  return found
    ? `${found.section.label}, ${found.entry.label}`
    : level === "app"
      ? "Index overview"
      : "Cluster overview";
}
