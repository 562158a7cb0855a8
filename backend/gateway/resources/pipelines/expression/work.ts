import type { JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { BOUNDS, CHARACTERS_OF_A_STEP } from "./bounds";
import { ConditionError } from "./fault";

/** Counts the steps of one evaluation. Each function throws a ConditionError where they come to too many. */
export type Work = {
  spend: (steps: number, at: number) => void;
  /** A text that is made or gone through. */
  text: (length: number, at: number) => void;
};

export function createWork(): Work {
  let left: number = BOUNDS.steps;
  const spend = (steps: number, at: number) => {
    left -= steps;
    if (left < 0) throw new ConditionError("the condition takes too many steps: ask less of it,", at);
  };
  return { spend, text: (length, at) => spend(Math.ceil(length / CHARACTERS_OF_A_STEP), at) };
}

type Visit = {
  /** Each value, and each text and name with its characters. */
  visit: (characters: number) => void;
  /** What is thrown where lists go too deep. */
  tooDeep: () => Error;
};

/** Goes through a value and all within it, as often as it stands there. */
export function walk(root: JsonValue, { visit, tooDeep }: Visit): void {
  const open: { value: JsonValue; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value } = next;
    const depth = next.depth + 1;
    visit(typeof value === "string" ? value.length : 0);
    if (depth > BOUNDS.valueDepth) throw tooDeep();
    if (Array.isArray(value)) for (const item of value) open.push({ value: item, depth });
    else if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) {
        visit(name.length);
        open.push({ value: inner, depth });
      }
  }
}
