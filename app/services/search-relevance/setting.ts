// What a setting of a search is, below the files that declare them. Pure, shared with the browser.
import type { JsonValue } from "@common/text/json";

export const relevanceScreens = ["languages", "search", "aggs", "results"] as const;

export type RelevanceScreen = (typeof relevanceScreens)[number];

/** When a change of it is in force: for the next search, once the mapping has it, or once the index was re-indexed. */
export type Effect = "at once" | "in place" | "re-index";

type Section = "language" | "search" | "indexSettings" | "synonyms" | "aggregations" | "results";

type Choice = { value: string; label: string };

type Kind =
  | { type: "number"; min: number; max: number }
  /** `fields`: of the index, or patterns of them. */
  | { type: "list"; fields?: true }
  | { type: "switch" }
  | { type: "choice"; choices: readonly Choice[] }
  | { type: "field" }
  | { type: "tag" }
  /** Fields with a value each: a weight, how they are counted, or how much they raise a document. */
  | { type: "rows"; of: "weights" | "counted" | "ranks"; one: string };

/**
 * One setting. `name` is unique on its screen; `at` is where the record has it, below its section, where that is not
 * its name.
 */
export type Setting = {
  name: string;
  label: string;
  hint?: string;
  section: Section;
  screen: RelevanceScreen;
  at?: readonly string[];
  initial: JsonValue;
  /** The switch of the same screen without which it says nothing. */
  under?: string;
  /** Where that is not at once. */
  effect?: Effect;
} & Kind;
