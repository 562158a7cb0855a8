import { globFits, readGlob } from "@common/text/glob";
import { isJsonObject, type JsonValue } from "@common/text/json";
import { comparedQuery } from "@common/search-relevance/rule-expression/query-text";
import { indexNames, queryFits, simpleOf } from "./condition";
import { ACTION_LABELS } from "./action-labels";
import type { RuleContent } from "./content";

/** A part of a rule against a search that was tried: it holds, it does not, or it has nothing to do here. */
export type Check = { state: "holds" | "fails" | "idle"; text: string };

const OPERATORS = {
  "==": "is",
  contains: "contains",
  startsWith: "starts with",
  endsWith: "ends with",
  matches: "matches",
} as const;

function indexCheck(indices: string, { index, names }: { index: string; names: readonly string[] }): Check[] {
  const wanted = indexNames(indices);
  if (wanted.length === 0 || wanted.includes("*")) return [];
  const searched = [...new Set([...indexNames(index), ...names])];
  const found = searched.filter((name) =>
    wanted.some((pattern) => globFits(readGlob(pattern.toLowerCase()), name.toLowerCase())),
  );
  return [
    { state: found.length > 0 ? "holds" : "fails", text: `Index ${(found.length > 0 ? found : wanted).join(", ")}` },
  ];
}

const wordsOf = (data: JsonValue | undefined): string[] => {
  if (Array.isArray(data)) return data.filter((one) => typeof one === "string");
  return data !== undefined && isJsonObject(data) ? Object.keys(data) : [];
};

/** `names`: other names of the indices that are searched, where the server goes by them. */
type Checked = { content: RuleContent; index: string; names?: readonly string[]; text: string; now: number };

/**
 * What holds of a rule for a search of its test, as far as it can be told from the rule alone: index, query, schedule,
 * words that the query does not have. Pure.
 */
export function checksOf({ content, index, names = [], text, now }: Checked): Check[] {
  const { trigger, actions } = content;
  const checks: Check[] = [];
  const simple = trigger.type === "filter" ? simpleOf(trigger.expression) : null;
  if (simple !== null) {
    checks.push(...indexCheck(simple.indices, { index, names }));
    const holds = queryFits(simple, text);
    if (simple.query !== "" && holds !== null)
      checks.push({ state: holds ? "holds" : "fails", text: `Query ${OPERATORS[simple.operator]} “${simple.query}”` });
    if (simple.field !== "")
      checks.push({ state: "idle", text: `Filter ${simple.field}: this test filters by nothing` });
  }
  if (trigger.start !== null) {
    const inside = trigger.start * 1000 <= now && (trigger.end === null || trigger.end * 1000 >= now);
    checks.push({
      state: inside ? "holds" : "fails",
      text: `Today is ${inside ? "inside" : "outside of"} the schedule`,
    });
  }
  const searched = comparedQuery(text);
  for (const { type, data } of actions.filter(
    (action) => action.type === "replace_words" || action.type === "remove_words",
  )) {
    const absent = wordsOf(data).filter((word) => !searched.includes(comparedQuery(word)));
    if (absent.length > 0 && absent.length === wordsOf(data).length)
      checks.push({
        state: "idle",
        text: `${ACTION_LABELS[type] ?? type}: ${absent
          .slice(0, 3)
          .map((word) => `“${word}”`)
          .join(", ")} not in the query`,
      });
  }
  return checks;
}
