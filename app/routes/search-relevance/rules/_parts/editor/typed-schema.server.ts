import * as z from "zod";
import { isTimeZone } from "~/lib/values/dates";
import { QUERY_OPERATORS } from "~/services/search-relevance/rules/condition";

const text = z.string().default("");

const line = z.string().trim().default("");

/** Browsers send line ends as CR LF whatever the text area held. */
const lines = text.transform((typed) => typed.replaceAll("\r\n", "\n"));

/** More rows of a kind than anybody writes. */
const MOST_ROWS = 1000;

/** What is typed. Only a save asks that it is whole. */
export const TypedSchema = z.object({
  name: z.string().trim().max(200, { error: "A name has at most 200 characters." }).default(""),
  description: z.string().trim().max(2000).default(""),
  enabled: z.boolean().default(false),
  trigger: z.enum(["filter", "index", "cron", "always"], { error: "Choose when the rule applies." }),
  indices: line,
  operator: z.enum(QUERY_OPERATORS).catch("==").default("=="),
  query: line,
  field: line,
  value: line,
  expression: lines.transform((typed) => typed.trim()),
  cron: line,
  zone: z.string().refine(isTimeZone).catch("UTC").default("UTC"),
  start: line,
  end: line,
  cards: text,
  promoted: z
    .array(z.object({ json: text, position: text }))
    .max(MOST_ROWS)
    .default([]),
  hide: z.array(text).max(MOST_ROWS).default([]),
  term: line,
  removeWords: text,
  words: z
    .array(z.object({ from: line, to: line }))
    .max(MOST_ROWS)
    .default([]),
  filters: z
    .array(z.object({ field: line, values: line }))
    .max(MOST_ROWS)
    .default([]),
  searchFields: text,
  searchQuery: line,
  customData: line,
  script: lines,
  envs: line,
  function: line,
  version: text,
  find: line,
  findHide: line,
  /**
   * What the finders and the test were last sent with: Enter in one of them, which presses no button, is told by it.
   */
  found: line,
  foundHide: line,
  testText: line,
  testIn: line,
  tested: line,
  checkText: line,
  checkIn: line,
  then: text,
  /** The button that Enter stands for; a save where it is empty. */
  first: text,
});

export type Typed = z.output<typeof TypedSchema>;

export type Wrong = (field: string, message: string) => void;
