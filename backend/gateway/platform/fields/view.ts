import { type FieldRights, fits, hidesBelow, maySee, patternsMeet, searchRights } from "../access/field-rights";
import type { Leaf } from "./leaves";

/**
 * What a credential with field rights finds in some indices. A name that it may not use is written so that no index can
 * have it, and the engine treats it as one that is not there.
 */
export type FieldView = {
  rights: FieldRights;
  /** For queries: which documents are found. */
  search: NameView;
  /** For what answers show: values in sorts, groups, highlights. */
  show: NameView;
};

export type NameView = {
  /** True where every field is open. */
  isOpen: boolean;
  allows: (field: string) => boolean;
  /** The name that goes on: the field's, or one that no index can have. */
  named: (field: string) => string;
  /** The open fields that a pattern stands for and a search over patterns reaches. */
  matching: (pattern: string) => string[];
  /** The open fields below an object or of a pattern; the field itself where it is open and neither. */
  within: (field: string) => string[];
  /** True when nothing below the name is closed either. */
  allowsAll: (path: string) => boolean;
  /** False for the name of a field, or a pattern, that a reader is not to learn of; true for what names no field. */
  tells: (name: string) => boolean;
  /** True where the relation of parents and children is closed. */
  hidesRelations: boolean;
};

/** Kinds of fields that hold one value; parts of any other are read with it. */
const PLAIN =
  /^(text|match_only_text|keyword|constant_keyword|wildcard|search_as_you_type|token_count|version|murmur3|annotated_text|icu_collation_keyword|boolean|date|date_nanos|ip|binary|byte|short|integer|long|unsigned_long|half_float|float|double|scaled_float|alias)$/;
/** Kinds that patterns in lists of fields reach. */
const SEARCHED =
  /^(text|match_only_text|keyword|constant_keyword|wildcard|search_as_you_type|version|date|date_nanos|ip|byte|short|integer|long|unsigned_long|half_float|float|double|scaled_float|boolean|alias)$/;

/**
 * Names that are closed for what they hold: copies of closed fields, other names of them, whole objects of which a part
 * is closed.
 */
function closedByContent(leaves: readonly Leaf[], rights: FieldRights): Set<string> {
  const closed = new Set<string>();
  const isClosed = (name: string) =>
    closed.has(name) || !maySee(rights, name) || parents(name).some((parent) => closed.has(parent));
  for (const { name, type, scripted } of leaves)
    if (scripted || (!PLAIN.test(type) && hidesBelow(rights, name))) closed.add(name);
  const passing = leaves.filter(({ names, copies }) => names.length + copies.length > 0);
  // A name may stand for another one that stands for a third.
  for (let before = -1; before < closed.size;) {
    before = closed.size;
    for (const { name, names, copies } of passing) {
      if (names.some(isClosed)) closed.add(name);
      if (isClosed(name)) for (const copy of copies) closed.add(copy);
    }
  }
  return closed;
}

function parents(name: string): string[] {
  const parts = name.split(".");
  return parts.slice(1).map((_, place) => parts.slice(0, place + 1).join("."));
}

function nameView(leaves: readonly Leaf[], rights: FieldRights): NameView {
  const isOpen = rights.excludes.length === 0 && rights.includes.includes("*");
  if (isOpen) {
    const same = (field: string) => [field];
    return {
      isOpen,
      allows: () => true,
      named: (field) => field,
      matching: same,
      within: same,
      allowsAll: () => true,
      tells: () => true,
      hidesRelations: false,
    };
  }
  const closed = closedByContent(leaves, rights);
  const known = new Set(leaves.map(({ name }) => name));
  const isLeafOpen = (name: string) =>
    maySee(rights, name) && !closed.has(name) && !parents(name).some((parent) => closed.has(parent));
  const hidden = [...new Set([...closed, ...[...known].filter((name) => !isLeafOpen(name))])];

  function allows(field: string): boolean {
    if (!field.includes("*")) return isLeafOpen(field);
    return maySee(rights, field) && !hidden.some(fits(field));
  }
  function below(field: string): string[] {
    const inside = field.includes("*") ? fits(field) : (name: string) => name.startsWith(`${field}.`);
    return [...known].filter(inside);
  }
  function tells(name: string): boolean {
    const inside = below(name);
    // A pattern, or an object, tells no more than what is open of it.
    if (inside.length > 0 && !known.has(name)) return name === "*" || inside.some(isLeafOpen);
    if (known.has(name)) return isLeafOpen(name);
    return (
      !rights.excludes.some((pattern) => patternsMeet(pattern, name)) &&
      !parents(name).some((parent) => known.has(parent) && !isLeafOpen(parent))
    );
  }
  return {
    isOpen,
    allows,
    tells,
    named: (field) => (allows(field) ? field : `.${field}`),
    matching: (pattern) => {
      const fitting = fits(pattern);
      const reached = leaves.filter(
        ({ name, type, indexed, nested }) => indexed && !nested && SEARCHED.test(type) && fitting(name),
      );
      return [...new Set(reached.map(({ name }) => name))].filter(isLeafOpen);
    },
    within: (field) => {
      if (known.has(field)) return isLeafOpen(field) ? [field] : [];
      const found = below(field);
      if (found.length === 0) return allows(field) ? [field] : [];
      return found.every(isLeafOpen) && maySee(rights, field) ? [field] : found.filter(isLeafOpen);
    },
    allowsAll: (path) =>
      allows(path) && !hidesBelow(rights, path) && !hidden.some((name) => name.startsWith(`${path}.`)),
    hidesRelations: leaves.some(({ name, type }) => type === "join" && !isLeafOpen(name)),
  };
}

/** The view of a credential on indices with these fields. */
export function createFieldView(rights: FieldRights, leaves: readonly Leaf[]): FieldView {
  return { rights, search: nameView(leaves, searchRights(rights)), show: nameView(leaves, rights) };
}
