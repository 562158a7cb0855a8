// Facets of an address beside the fields of the index: for the search preview, and for the comparison of live and
// draft. Pure.
import type { Remark } from "~/lib/address";
import type { ExactField } from "~/services/data/search/fields";
import type { Facet } from "@common/search-relevance/visitors/facets";
import { MOST_FACETS } from "./params";
import type { FacetState } from "./preview-address";

// A number or date as an engine takes it; date maths (`now-1d`) is the engine's to judge.
const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

type FacetsOf = {
  state: FacetState;
  exact: readonly ExactField[];
  /** The facets that the mapping proposes. */ usual: readonly string[];
};

/**
 * The facets of the page, always in the same order: the usual ones, then the others as the mapping has them. Those that
 * narrow the search are shown unless somebody has chosen which to show: then a facet that was taken away narrows no
 * more.
 */
export function readFacets({ state, exact, usual }: FacetsOf): { facets: Facet[]; remarks: Remark[] } {
  const remarks: Remark[] = [];
  const used = (path: string) =>
    Object.hasOwn(state.is, path) || Object.hasOwn(state.from, path) || Object.hasOwn(state.to, path);
  const isShown = ({ path }: ExactField) =>
    state.facets === null ? usual.includes(path) || used(path) : state.facets.includes(path);
  const place = ({ path }: ExactField) => (usual.includes(path) ? usual.indexOf(path) : usual.length);
  const shown = exact.filter(isShown).sort((one, other) => place(one) - place(other));
  for (const { path, label, kind } of shown) {
    const misplaced =
      kind === "range"
        ? Object.hasOwn(state.is, path)
        : Object.hasOwn(state.from, path) || Object.hasOwn(state.to, path);
    if (misplaced)
      remarks.push({
        name: path,
        text: `${label} is filtered by ${kind === "range" ? "a range, not by values" : "values, not by a range"}. It was ignored.`,
      });
  }
  const facets = shown.slice(0, MOST_FACETS).map((field): Facet => {
    const bound = (text = "") => {
      if (field.kind !== "range") return "";
      if (text === "" || field.type.startsWith("date") || NUMBER.test(text)) return text;
      remarks.push({ name: field.path, text: `${field.label}: “${text}” is not a number. It was ignored.` });
      return "";
    };
    const values = field.kind === "values" ? (state.is[field.path] ?? []) : [];
    return { ...field, values, from: bound(state.from[field.path]), to: bound(state.to[field.path]) };
  });
  return { facets, remarks };
}

/** Whether a facet filters. */
export const narrows = ({ values, from, to }: Facet) => values.length > 0 || from !== "" || to !== "";

/** The facets as they stand in the address: only what narrows. */
export function boundsOf(facets: readonly Facet[]): Pick<FacetState, "is" | "from" | "to"> {
  const of = <Value>(value: (facet: Facet) => Value, holds: (value: Value) => boolean) =>
    Object.fromEntries(facets.map((facet) => [facet.path, value(facet)] as const).filter(([, found]) => holds(found)));
  return {
    is: of(
      ({ values }) => [...values],
      (values) => values.length > 0,
    ),
    from: of(
      ({ from }) => from,
      (text) => text !== "",
    ),
    to: of(
      ({ to }) => to,
      (text) => text !== "",
    ),
  };
}
