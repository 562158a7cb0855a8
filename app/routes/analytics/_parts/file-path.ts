import { encodeSegment } from "~/lib/address/ids";
import type { LevelRef } from "~/navigation/paths";

/** The documents of a term, as files: those that visitors clicked, those that they saw. */
export const termFiles = { clicked: "clicked-results", seen: "seen-results" } as const;

type Table = {
  /** The screen of a list, or one of `termFiles` with its term. */
  name: string;
  search: string;
  format: "csv" | "ndjson";
  term?: string;
};

/** A table as a file, with the range and the filters of its page. */
export function filePath(at: LevelRef, { name, search, format, term }: Table): string {
  const base = at.level === "app" ? `/resources/${encodeSegment(at.app)}` : "/resources";
  const params = new URLSearchParams(search);
  if (term !== undefined) params.set("term", term);
  params.set("format", format);
  return `${base}/analytics/file/${name}?${params.toString()}`;
}
