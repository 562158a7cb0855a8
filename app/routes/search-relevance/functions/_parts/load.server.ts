import { settle } from "~/services/platform/http/settle.server";
import { functionsOf } from "~/services/search-relevance/functions/link.server";
import {
  checkFunctions,
  getFunction,
  listFunctions,
  readFunctionLogs,
  type ServerFunction,
} from "~/services/search-relevance/functions/read.server";
import { listRules, type Rule } from "~/services/search-relevance/rules/read.server";
import type { Scope } from "~/session/scope.server";

/** A function as a page gets it: what is stored of it stays here, for secrets may be in it. */
export type FunctionRow = Omit<ServerFunction, "stored" | "rules"> & {
  /** The rules that call it: those that name it, and those that the server says. */
  rules: { id: string; name: string }[];
};

/**
 * One of the list. `above` and `below` are the orders of its neighbours, null at the ends and where changing places
 * would change nothing.
 */
export type ListedFunction = FunctionRow & { place: number; above: number | null; below: number | null };

/** A function without what is stored of it, with its rules by name. */
export function rowOf({ stored: _, ...one }: ServerFunction, rules: readonly Rule[]): FunctionRow {
  const naming = rules.filter(({ content }) => functionsOf(content).includes(one.name)).map(({ id }) => id);
  const named = [...new Set([...one.rules, ...naming])].map((id) => ({
    id,
    name: rules.find((rule) => rule.id === id)?.content.name ?? "",
  }));
  return { ...one, rules: named.map(({ id, name }) => ({ id, name: name || id })) };
}

/** The rules, none where they cannot be read. */
export async function rulesOf(scope: Scope): Promise<Rule[]> {
  const listed = await settle(listRules(scope));
  return listed.ok ? listed.value : [];
}

/** The functions, and whether what runs them is well; null on a server without functions. Throws BackendError. */
export async function loadFunctions(scope: Scope) {
  const listed = await listFunctions(scope);
  if (listed === null) return null;
  const [rules, health] = await Promise.all([rulesOf(scope), settle(checkFunctions(scope))]);
  const orderAt = (at: number, order: number | null) => {
    const other = listed[at]?.order ?? null;
    return order === null || other === order ? null : other;
  };
  const rows = listed.map((one, at): ListedFunction => {
    return {
      ...rowOf(one, rules),
      place: at + 1,
      above: orderAt(at - 1, one.order),
      below: orderAt(at + 1, one.order),
    };
  });
  return { rows, health };
}

/**
 * One with the last lines that it printed; null on a server without functions. Throws BackendError, with 404 for a name
 * that the server does not know.
 */
export async function loadFunction(scope: Scope, name: string) {
  const found = await getFunction(scope, name);
  if (found === null) return null;
  const [rules, logs] = await Promise.all([rulesOf(scope), settle(readFunctionLogs(scope, name))]);
  return { ...rowOf(found, rules), logs };
}
