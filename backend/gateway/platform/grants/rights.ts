import { aclsOf, CATEGORIES, type Category, OPS } from "@common/access-control/categories";
import { type FieldRights, fieldRights } from "../access/field-rights";
import type { Caller } from "../auth/types";
import { limitKey, type Credential } from "../auth/credential";
import type { User } from "../auth/user";
import { OPEN_SOURCES } from "./defaults";
import type { Sources } from "./sources";

/**
 * Everything that a user's or a credential's record opens, in one form, so that one can be held against another. What
 * is not limited is infinite.
 */
export type Rights = {
  actions: readonly string[];
  categories: readonly Category[];
  acls: readonly string[];
  ops: readonly string[];
  indices: readonly string[];
  sources: Sources;
  referers: readonly string[];
  /** Calls by kind, as the record names them. */
  limits: Readonly<Record<string, number>>;
  /** When it ends, in ms. */
  end: number;
  fields: FieldRights | null;
  maxSize: number;
  maxAggregationSize: number;
  queryDsl: boolean;
};

/** Categories whose every call is held to the indices of a record: without one they open nothing. */
export const OF_INDICES: readonly Category[] = ["docs", "search", "indices", "cat", "clusters", "misc"];

const LIMITS = ["ip_limit", ...CATEGORIES.map(limitKey)];

const UNLIMITED = {
  ops: OPS,
  referers: ["*"],
  limits: Object.fromEntries(LIMITS.map((name) => [name, Infinity])),
  end: Infinity,
  fields: null,
  maxSize: Infinity,
  maxAggregationSize: Infinity,
  queryDsl: true,
};

/** The rights of a user who is no admin. */
export function rightsOfUser(user: User): Rights {
  return {
    ...UNLIMITED,
    actions: user.allowed_actions ?? [],
    categories: user.categories,
    acls: user.acls,
    indices: user.indices,
    sources: { networks: user.sources ?? OPEN_SOURCES, depth: user.sources_xff_value ?? 0 },
  };
}

// A time that cannot be read never ends, as `isExpired` has it.
function endOf({ ttl, created_at: createdAt }: Credential): number {
  const end = ttl < 0 ? Infinity : Date.parse(createdAt) + ttl / 1e6;
  return Number.isNaN(end) ? Infinity : end;
}

/** The rights of a credential. */
export function rightsOfCredential(credential: Credential): Rights {
  const { maxSize, maxAggregationSize, disableQueryDSL } = credential.reactivesearchConfig ?? {};
  return {
    actions: [],
    categories: credential.categories,
    acls: credential.acls,
    ops: credential.ops,
    indices: credential.indices,
    sources: { networks: credential.sources, depth: credential.sources_xff_value ?? 0 },
    referers: credential.referers,
    limits: Object.fromEntries(LIMITS.map((name) => [name, credential.limits[name] ?? Infinity])),
    end: endOf(credential),
    fields: fieldRights({ kind: "credential", credential }),
    maxSize: maxSize ?? Infinity,
    maxAggregationSize: maxAggregationSize ?? Infinity,
    queryDsl: disableQueryDSL !== true,
  };
}

/** The rights of who calls. */
export function rightsOf(caller: Caller): Rights {
  return caller.kind === "user" ? rightsOfUser(caller.user) : rightsOfCredential(caller.credential);
}

/** What a credential may have at most; a token that names a role may have that much. */
export const MOST_OF_A_CREDENTIAL: Rights = {
  ...UNLIMITED,
  actions: [],
  categories: CATEGORIES,
  acls: aclsOf(CATEGORIES),
  indices: ["*"],
  sources: { networks: OPEN_SOURCES, depth: 0 },
};

/** The rights without those that open nothing: categories of indices where there is no index. */
export function inForce(rights: Rights): Rights {
  if (rights.indices.length > 0) return rights;
  return { ...rights, categories: rights.categories.filter((category) => !OF_INDICES.includes(category)), acls: [] };
}
