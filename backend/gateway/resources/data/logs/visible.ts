import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { checkIndices, mayUseAllIndices } from "@backend/gateway/platform/access/indices";
import { fieldRights } from "@backend/gateway/platform/access/field-rights";
import { type Caller, indexPatterns, isAdmin } from "@backend/gateway/platform/auth/types";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { scopeOfCall, UNKNOWN, wordsWithin } from "@backend/gateway/platform/recording/scope";

// Which records of the request log somebody finds, and of which he sees the bodies. Every list, figure and report goes
// through here: what is not shown to a reader is neither found nor counted for him.

/** Elasticsearch takes no longer expression. */
const MOST_CHARACTERS = 1_000;
/** Bodies of these are for who may make such calls himself. */
const GUARDED = ["user", "permission", "auth"] as const;

const categoriesOf = (caller: Caller): readonly string[] =>
  caller.kind === "user" ? caller.user.categories : caller.credential.categories;
const guardedFor = (caller: Caller) => GUARDED.filter((category) => !categoriesOf(caller).includes(category));

/** A clause on one of the words of recording/scope.ts: all that it names is admitted by the caller's patterns. */
function within(field: string, caller: Caller, asked: readonly string[]): object {
  const value = wordsWithin(indexPatterns(caller));
  if (value.length <= MOST_CHARACTERS) return { regexp: { [field]: { value } } };
  const fewer = wordsWithin(asked.filter((name) => !name.includes("*")));
  // Then those of one index alone.
  return fewer.length <= MOST_CHARACTERS && asked.length > 0
    ? { regexp: { [field]: { value: fewer } } }
    : { terms: { [field]: [...asked] } };
}

// Records of before scopes were kept tell by their path.
const OLD_OF_SYSTEM = {
  bool: {
    filter: [{ prefix: { indices: { value: "." } } }],
    must_not: [
      { exists: { field: "origin.scope" } },
      { prefix: { indices: { value: ".ds-" } } },
      { term: { indices: ".suggestions" } },
    ],
  },
};

/**
 * The clauses of what a caller may find at all: no call that was about a system index but for admins, and for who may
 * use some indices alone no call whose path names another. `indices` are those of the call, whose right was asked for.
 */
export function visibleClauses({ caller, indices }: { caller: Caller; indices: readonly string[] }): object[] {
  const named = indices.length > 0 ? [{ terms: { indices } }] : [];
  if (isAdmin(caller)) return named;
  const open = { bool: { must_not: [{ term: { "origin.system": true } }, OLD_OF_SYSTEM] } };
  return [...named, open, ...(mayUseAllIndices(caller) ? [] : [within("origin.paths", caller, indices)])];
}

/** The clauses of the records whose bodies a caller may see, beside those of what he finds; null where he sees none. */
export function bodyClauses({ caller, indices }: { caller: Caller; indices: readonly string[] }): object[] | null {
  if (fieldRights(caller) !== null) return null;
  if (isAdmin(caller)) return [];
  const guarded = { bool: { must_not: [{ terms: { category: guardedFor(caller) } }] } };
  return [
    guarded,
    mayUseAllIndices(caller) ? { exists: { field: "origin.scope" } } : within("origin.scope", caller, indices),
  ];
}

const textOf = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");
const partOf = (part: JsonValue | undefined, name: string) =>
  part !== undefined && isJsonObject(part) ? textOf(part[name]) : "";
const bodiesOf = (list: JsonValue | undefined) =>
  Array.isArray(list) ? list.map((stage) => partOf(stage, "body")) : [];

function isAllowed(caller: Caller, names: readonly string[]): boolean {
  try {
    checkIndices(caller, names);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

// A list of several searches whose body came as a parameter, which records of before do not tell.
const BY_BODY = /\/_m(search|get)$/;

/**
 * Whether the bodies of a record are for a caller: he may use every index that its path, its bodies and its answer
 * name, and sees all of their fields.
 */
export function maySeeBodies(record: JsonObject, caller: Caller): boolean {
  if (fieldRights(caller) !== null) return false;
  if (isAdmin(caller)) return true;
  if (guardedFor(caller).some((category) => category === record["category"])) return false;
  const { indices, request, response, origin } = record;
  const scope = partOf(origin, "scope");
  const body = partOf(request, "body");
  const { names, system } = scopeOfCall({
    indices: Array.isArray(indices) ? indices.map(textOf) : [],
    asked: [body, ...bodiesOf(record["requestChanges"])],
    answered: [partOf(response, "body"), ...bodiesOf(record["responseChanges"])],
    isElsewhere: false,
    isHidden: false,
  });
  if (system) return false;
  if (mayUseAllIndices(caller)) return isAllowed(caller, names);
  const known = scope === "" ? [UNKNOWN] : scope.split(",");
  return (
    !known.includes(UNKNOWN) &&
    !(body === "" && BY_BODY.test(partOf(request, "uri"))) &&
    isAllowed(caller, [...names, ...known])
  );
}
