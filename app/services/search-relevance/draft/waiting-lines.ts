// Groups of synonyms and rules of a draft as lines of its review. Pure.
import type { JsonObject } from "@common/text/json";
import { NOT_SET } from "~/lib/search-relevance/absent";
import { indexNames, simpleOf } from "../rules/condition";
import { changedParts, ruleOfText } from "../rules/content";
import { inWords } from "../synonyms/groups";
import type { SettingChange } from "./setting-change";
import { RULES_WAITING, SYNONYMS_WAITING, type Waiting, waitingIn } from "./waiting";

function synonymLine({ was, now }: Waiting): SettingChange {
  return {
    ...{ key: SYNONYMS_WAITING, group: "Synonyms", setting: "Group", field: null, effect: "at once" },
    old: was === null ? NOT_SET : inWords(was),
    new: now === null ? NOT_SET : inWords(now),
  };
}

function ruleLine({ was, now }: Waiting): SettingChange {
  const [before, after] = [was === null ? null : ruleOfText(was), now === null ? null : ruleOfText(now)];
  return {
    ...{ key: RULES_WAITING, group: "Rules", setting: "Rule", effect: "at once" },
    field: after?.name || before?.name || "without a name",
    old: before === null ? NOT_SET : "As it is live",
    new:
      after === null
        ? "Deleted"
        : before === null
          ? "New rule"
          : `Changed: ${changedParts(before, after).join(", ") || "details"}`,
  };
}

/** A line for each group and each rule that waits. */
export function waitingLines(values: JsonObject): SettingChange[] {
  return [
    ...[...waitingIn(values, SYNONYMS_WAITING).values()].map(synonymLine),
    ...[...waitingIn(values, RULES_WAITING).values()].map(ruleLine),
  ];
}

/**
 * The other indices that a rule acts on, by its condition: null where it names none and so acts on all, or where only
 * the server can tell.
 */
export function otherIndices(text: string, index: string): string[] | null {
  const condition = simpleOf(ruleOfText(text).trigger.expression);
  const names = condition === null ? [] : indexNames(condition.indices);
  return names.length === 0 || names.includes("*") ? null : names.filter((name) => name !== index);
}
