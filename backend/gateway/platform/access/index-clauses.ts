import { type Caller, indexPatterns, isAdmin } from "../auth/types";
import { mayUseAllIndices } from "./indices";

// Records of searches name the indices that were searched, as the path of the call had them: `shoes`, `shoes,hats`,
// `sho*`, `*`.

/**
 * The clause of records that are about no system index: those are an admin's alone, and a star stands for none of them.
 */
export const NO_SYSTEM_INDEX = {
  bool: {
    must_not: [
      {
        bool: {
          filter: [{ prefix: { indices: "." } }],
          must_not: [{ term: { indices: ".suggestions" } }, { prefix: { indices: ".ds-" } }],
        },
      },
    ],
  },
} as const;

/** The clause of records of some indices by a field that holds their names; those with a star are patterns. */
export function namesClause(names: readonly string[], field = "indices"): object {
  const patterns = names.filter((name) => name.includes("*"));
  const plain = names.filter((name) => !name.includes("*"));
  // What is no star is itself.
  const escaped = (pattern: string) => pattern.replace(/[\\?]/g, "\\$&");
  const should = [
    { terms: { [field]: plain } },
    ...patterns.map((pattern) => ({ wildcard: { [field]: { value: escaped(pattern) } } })),
  ];
  return { bool: { should, minimum_should_match: 1 } };
}

/** The clauses of records that a caller may be told of, where a call names no index. */
export function ownRecords(caller: Caller): object[] {
  if (isAdmin(caller)) return [];
  return mayUseAllIndices(caller)
    ? [NO_SYSTEM_INDEX]
    : [NO_SYSTEM_INDEX, namesClause(indexPatterns(caller).filter((pattern) => pattern !== ""))];
}
