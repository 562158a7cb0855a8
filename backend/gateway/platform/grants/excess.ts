import { aclsOf } from "@common/access-control/categories";
import { type FieldRights, searchRights } from "../access/field-rights";
import { seesNoMore } from "./fields";
import { indicesBeyond } from "./indices";
import type { Rights } from "./rights";
import { sourcesBeyond } from "./sources";

/** What of some rights goes beyond others, each part by its name in a record: `indices [films*]`. */
export type Excess = readonly string[];
/** One direction in which rights can be wider: what of them goes beyond all of the others together. */
type Part = (rights: Rights, others: readonly Rights[]) => Excess;

function named(name: string, values: readonly string[]): Excess {
  return values.length === 0 ? [] : [`${name} [${values.join(" ")}]`];
}

function beyond(values: readonly string[], others: readonly (readonly string[])[]): string[] {
  const known = new Set(others.flat());
  return [...new Set(values)].filter((value) => !known.has(value));
}

// An acl counts together with the category that it is used in: from one giver the one and from another the other makes
// none.
function pairsOf({ categories, acls }: Rights): string[] {
  const had = new Set(acls);
  return [...new Set(categories)].flatMap((category) =>
    aclsOf([category])
      .filter((acl) => had.has(acl))
      .map((acl) => `${category}:${acl}`),
  );
}

function calls(rights: Rights, others: readonly Rights[]): Excess {
  const acls = beyond(pairsOf(rights), others.map(pairsOf)).map((pair) => pair.slice(pair.indexOf(":") + 1));
  const categories = beyond(
    rights.categories,
    others.map((other) => other.categories),
  );
  return [
    ...named(
      "allowed_actions",
      beyond(
        rights.actions,
        others.map(({ actions }) => actions),
      ),
    ),
    ...named("categories", categories),
    ...named("acls", categories.length > 0 ? [] : [...new Set(acls)]),
  ];
}

function referersBeyond(rights: Rights, others: readonly Rights[]): string[] {
  if (others.some(({ referers }) => referers.some((referer) => /^\*+$/.test(referer)))) return [];
  return beyond(
    rights.referers,
    others.map(({ referers }) => referers),
  );
}

function most(others: readonly Rights[], of: (rights: Rights) => number): number {
  return Math.max(-Infinity, ...others.map(of));
}

function limit(name: string, of: (rights: Rights) => number): Part {
  return (rights, others) => (of(rights) > most(others, of) ? [name] : []);
}

// The fields that queries find; what is closed to answers only may be asked for.
function searched({ fields }: Rights): FieldRights | null {
  return fields && searchRights(fields);
}

const PARTS: readonly Part[] = [
  calls,
  (rights, others) =>
    named(
      "ops",
      beyond(
        rights.ops,
        others.map(({ ops }) => ops),
      ),
    ),
  (rights, others) =>
    named(
      "indices",
      indicesBeyond(
        rights.indices,
        others.flatMap(({ indices }) => indices),
      ),
    ),
  (rights, others) =>
    named(
      "sources",
      sourcesBeyond(
        rights.sources,
        others.map(({ sources }) => sources),
      ),
    ),
  (rights, others) => named("referers", referersBeyond(rights, others)),
  (rights, others) =>
    named(
      "limits",
      Object.keys(rights.limits).filter(
        (name) => (rights.limits[name] ?? Infinity) > most(others, ({ limits }) => limits[name] ?? Infinity),
      ),
    ),
  limit("ttl", ({ end }) => end),
  (rights, others) =>
    seesNoMore(
      rights.fields,
      others.map(({ fields }) => fields),
    )
      ? []
      : ["include_fields, exclude_fields"],
  (rights, others) => (seesNoMore(searched(rights), others.map(searched)) ? [] : ["search_include_fields_only"]),
  limit("reactivesearchConfig.maxSize", ({ maxSize }) => maxSize),
  limit("reactivesearchConfig.maxAggregationSize", ({ maxAggregationSize }) => maxAggregationSize),
  (rights, others) =>
    rights.queryDsl && !others.some(({ queryDsl }) => queryDsl) ? ["reactivesearchConfig.disableQueryDSL"] : [],
];

/** What of some rights goes beyond those of a giver. */
export function excess(rights: Rights, giver: Rights): Excess {
  return PARTS.flatMap((part) => part(rights, [giver]));
}

/** True when rights are within those of a giver; the first part that is not ends the looking. */
export function isWithin(rights: Rights, giver: Rights): boolean {
  return PARTS.every((part) => part(rights, [giver]).length === 0);
}

/**
 * What of the step from some rights to others goes beyond those of a giver. Rights are the product of their parts
 * (these calls on those indices from there), so what one part opens again it opens with all the others: these must be
 * the giver's, while what stands in the part that grows may stay.
 */
export function excessOfStep({ from, to, giver }: { from: Rights; to: Rights; giver: Rights }): Excess {
  const growing = PARTS.filter((part) => part(to, [from]).length > 0);
  if (growing.length === 0) return [];
  return PARTS.flatMap((part) => part(to, growing.length === 1 && growing[0] === part ? [from, giver] : [giver]));
}
