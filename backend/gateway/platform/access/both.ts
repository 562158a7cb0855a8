import { ACLS, CATEGORIES, OPS } from "@common/access-control/categories";
import { isEveryIndex, patternAdmits } from "@common/text/index-pattern";
import { fits } from "@common/text/glob";
import type { Credential } from "../auth/credential";
import { type Caller, callerName, isAdmin } from "../auth/types";

type Rights = Pick<
  Credential,
  "categories" | "acls" | "ops" | "indices" | "include_fields" | "exclude_fields" | "search_include_fields_only"
> &
  Pick<Credential, "reactivesearchConfig">;

// An admin has all but what is an admin's alone: system indices and the engine's own members.
function rightsOf(caller: Caller): Rights {
  if (isAdmin(caller))
    return {
      categories: [...CATEGORIES],
      acls: [...ACLS],
      ops: [...OPS],
      indices: ["*"],
      include_fields: null,
      exclude_fields: null,
    };
  if (caller.kind === "credential") return caller.credential;
  const { categories, acls, indices } = caller.user;
  return { categories, acls, ops: [...OPS], indices, include_fields: null, exclude_fields: null };
}

const both = <Word extends string>(left: readonly Word[], right: readonly Word[]) =>
  left.filter((word) => right.includes(word));

// Of two patterns the narrower one, where one of them admits the other; patterns that only overlap give nothing.
function narrower(
  left: readonly string[],
  right: readonly string[],
  admits: (pattern: string, other: string) => boolean,
): string[] {
  const pairs = left.flatMap((a) => right.flatMap((b) => (admits(a, b) ? [b] : admits(b, a) ? [a] : [])));
  return [...new Set(pairs)];
}

const admitsIndex = (pattern: string, other: string) =>
  isEveryIndex(pattern) || (!isEveryIndex(other) && patternAdmits(pattern, other));

const included = ({ include_fields }: Rights) =>
  include_fields === null || include_fields.includes("*") ? null : include_fields;

// No list of fields is all of them; a list without any is none, which one name says that no field has.
function fieldsOf(left: Rights, right: Rights): string[] | null {
  const [a, b] = [included(left), included(right)];
  if (a === null || b === null) return a ?? b;
  const found = narrower(a, b, fits);
  return found.length > 0 ? found : ["\u0001"];
}

const least = (...limits: (number | undefined)[]): number | undefined => {
  const given = limits.filter((limit) => limit !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
};

function configOf(left: Rights, right: Rights): Credential["reactivesearchConfig"] {
  const [a, b] = [left.reactivesearchConfig ?? {}, right.reactivesearchConfig ?? {}];
  const maxSize = least(a.maxSize, b.maxSize);
  const maxAggregationSize = least(a.maxAggregationSize, b.maxAggregationSize);
  return {
    ...(maxSize !== undefined && { maxSize }),
    ...(maxAggregationSize !== undefined && { maxAggregationSize }),
    ...((a.disableQueryDSL || b.disableQueryDSL) && { disableQueryDSL: true }),
  };
}

/**
 * One who may do what two may both do, and nothing that only one of them may: a call that one sends and another has
 * written parts of is made as him. An admin is taken for one who may use all indices, without his power over system
 * indices. Never more than either: of patterns that overlap without one admitting the other nothing is left. He goes by
 * the name of the first, and has no limits of calls, referers and sources of his own: those of the call itself are
 * asked for before.
 */
export function bothOf(caller: Caller, author: Caller): Caller {
  const [left, right] = [rightsOf(caller), rightsOf(author)];
  return {
    kind: "credential",
    credential: {
      username: callerName(caller),
      password: "",
      owner: "",
      creator: callerName(caller),
      role: "",
      categories: both(left.categories, right.categories),
      acls: both(left.acls, right.acls),
      ops: both(left.ops, right.ops),
      indices: narrower(left.indices, right.indices, admitsIndex),
      sources: ["0.0.0.0/0", "::/0"],
      sources_xff_value: null,
      referers: ["*"],
      created_at: new Date().toISOString(),
      ttl: -1,
      limits: {},
      description: "",
      include_fields: fieldsOf(left, right),
      exclude_fields: [...new Set([...(left.exclude_fields ?? []), ...(right.exclude_fields ?? [])])],
      ...((left.search_include_fields_only || right.search_include_fields_only) && {
        search_include_fields_only: true,
      }),
      reactivesearchConfig: configOf(left, right),
      updated_at: "",
    },
  };
}
