import {
  address,
  flag,
  type Here,
  list,
  oneOf,
  page,
  type Pair,
  type Param,
  type Reader,
  size,
  sort,
  type StateOf,
  text,
} from "~/lib/address";
import { map } from "~/lib/address/map";
import { callTabs, fuzzinessChoices, MOST_FACETS, resultSizes, weightText, WINDOW } from "./params";

/** A field to search, its weight as typed. */
export type FieldRow = { field: string; weight: string };
/**
 * What the settings of the index say, or the mapping proposes where they say nothing. It is left out of addresses: a
 * search of which nothing is said is a visitor's.
 */
export type Usual = {
  rows: readonly FieldRow[];
  subFields: boolean;
  fuzziness: (typeof fuzzinessChoices)[number];
  operator: "or" | "and";
  facets: readonly string[];
};

/** Fields that can be tried at once; of settings with more only what they find is shown. */
export const MOST_FIELDS = 60;
const MOST_VALUES = 50;

function specOf(
  usual: Usual,
  /** The fields to sort and to count by, where it is known. */ exact: readonly string[] | undefined,
) {
  return {
    q: text({ max: 1000, label: "Search text" }),
    rows: fieldRows(usual.rows),
    subFields: flag({ name: "sub", label: "Sub-fields", initial: usual.subFields }),
    fuzziness: oneOf(fuzzinessChoices, { label: "Typo tolerance", initial: usual.fuzziness }),
    operator: oneOf(["and", "or"], { name: "words", label: "Match", initial: usual.operator }),
    /** Whose settings: those that are live, or those of the draft. */
    with: oneOf(["draft"], { label: "Settings" }),
    ...facetParams(usual.facets, exact),
    highlight: flag({ name: "marks", label: "Highlight matches", initial: true }),
    record: flag({ label: "Record analytics" }),
    sort: sort({ by: exact && ["", ...exact], initial: "", initialLabel: "relevance" }),
    size: size({ choices: resultSizes, initial: 10, label: "Hits per page" }),
    view: oneOf(["cards", "rows"], { initial: "cards", part: "look" }),
    call: oneOf(callTabs, { label: "API request", part: "look" }),
    page: page({ max: WINDOW / Math.min(...resultSizes) }),
    /** Whether results are graded here. */
    grade: oneOf(["on"], { label: "Grading", part: "look" }),
    /** The id of the document whose score is explained. */
    why: text({ max: 512, part: "rows", label: "Explained document" }),
  };
}

/** The parameters of facets: which are shown, and how they narrow. */
export function facetParams(usual: readonly string[], exact: readonly string[] | undefined) {
  const known = exact && new Set(exact);
  const bound = text({ max: 60, label: "Facet bound" });
  return {
    facets: facetChoice(usual, exact),
    is: facetValues(known),
    from: map("from.", bound, { known, label: "Facet" }),
    to: map("to.", bound, { known, label: "Facet" }),
  };
}

export type FacetState = StateOf<ReturnType<typeof facetParams>>;
export type FacetHere = Pick<Here<FacetState>, "href" | "holds">;
export type PreviewState = StateOf<ReturnType<typeof specOf>>;
export type PreviewHere = Here<PreviewState>;

/** The address of the search preview. The loader reads with the fields of the mapping; the page only writes. */
export function previewAddress(usual: Usual, exact?: readonly string[]) {
  return address(specOf(usual, exact));
}

/** Parameters that read the text otherwise than the settings; what "Back to live" resets. */
export const noOwnReading = { rows: [], subFields: undefined, fuzziness: undefined, operator: undefined };
const OWN = ["rows", "subFields", "fuzziness", "operator"] as const;
export const readsOtherwise = (here: Pick<PreviewHere, "holds">) => here.holds(...OWN);

/** Parameters that narrow by facets; what "Clear all facets" resets. */
export const noFacets = { is: undefined, from: undefined, to: undefined };
export const isNarrowed = (here: Pick<FacetHere, "holds">) => here.holds("is", "from", "to");

/**
 * Fields with weights: `field=title^5`. The form sends `field` and `weight` in pairs, the empty one for a new field
 * included. None stands for the usual ones.
 */
function fieldRows(usual: readonly FieldRow[]): Param<FieldRow[]> {
  const textOf = ({ field, weight }: FieldRow) =>
    weight === weightText(1) && !field.includes("^") ? field : `${field}^${weight.replace(/\.0$/, "")}`;
  const usualText = usual.map(textOf).join("\n");
  return {
    part: "filter",
    initial: [],
    owns: (name) => name === "field" || name === "weight",
    read(reader) {
      const weights = reader.all("weight");
      const given = reader
        .all("field")
        .map((name, at) => (weights.length > 0 ? { field: name, weight: weights[at] ?? "" } : split(name)));
      const rows = given
        .map(({ field, weight }) => ({ field: field.trim(), weight: plainWeight(weight) }))
        .filter(({ field }) => field !== "");
      if (rows.length > MOST_FIELDS)
        reader.remark("field", `Field is given ${rows.length} times. Using the first ${MOST_FIELDS}.`);
      const used = rows.slice(0, MOST_FIELDS);
      return used.map(textOf).join("\n") === usualText ? [] : used;
    },
    write: (rows) => rows.map((row): Pair => ["field", textOf(row)]),
  };
}

function split(text: string): FieldRow {
  const at = text.lastIndexOf("^");
  return at < 0 ? { field: text, weight: "" } : { field: text.slice(0, at), weight: text.slice(at + 1) };
}

/** A weight in the one way it is written; what is no number stays as it is, for the page to say so. */
function plainWeight(given: string) {
  const text = given.trim().replace(",", ".") || "1";
  return /^\d{1,6}(\.\d{1,6})?$/.test(text) ? weightText(Number(text)) : text;
}

/**
 * The facets to show, null for the usual ones: `facet=genre&facet=year`, or `facets=1` for none, which the form sends
 * along.
 */
function facetChoice(usual: readonly string[], exact: readonly string[] | undefined): Param<string[] | null> {
  const chosen = list({ name: "facet", label: "Facet", known: exact && new Set(exact), max: MOST_FACETS });
  return {
    part: "filter",
    initial: null,
    owns: (name) => name === "facet" || name === "facets",
    read(reader, key) {
      const found = chosen.read(reader, key);
      if (found.length === 0 && !reader.all("facets").includes("1")) return null;
      if (found.length === usual.length && usual.every((path) => found.includes(path))) return null;
      return exact ? exact.filter((path) => found.includes(path)) : found;
    },
    write: (value, key) => (value === null ? [] : value.length === 0 ? [["facets", "1"]] : chosen.write(value, key)),
  };
}

/** The chosen values of each facet; one that was typed joins those that were ticked. */
function facetValues(known: ReadonlySet<string> | undefined): Param<Record<string, string[]>> {
  const options = { known, label: "Facet" };
  const ticked = map("is.", list({ max: MOST_VALUES, label: "Facet value" }), options);
  const typed = map("other.", list({ label: "Facet value" }), options);
  return {
    ...ticked,
    owns: (name, key) => ticked.owns(name, key) || typed.owns(name, key),
    read(reader: Reader, key) {
      const [ticks, texts] = [ticked.read(reader, key), typed.read(reader, key)];
      const paths = [...new Set([...Object.keys(ticks), ...Object.keys(texts)])].sort();
      return Object.fromEntries(
        paths.map((path) => [
          path,
          [...new Set([...(ticks[path] ?? []), ...(texts[path] ?? [])])].sort().slice(0, MOST_VALUES),
        ]),
      );
    },
  };
}
