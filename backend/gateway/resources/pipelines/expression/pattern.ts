import { RULES_LIMITS } from "@common/limits/rules";
import { RE2JS, RE2JSException } from "re2js";
import { ConditionError } from "./fault";
import type { Work } from "./work";

// A pattern takes time by its size and its text; it is bounded as those of query rules are.
const { pattern: PATTERN, patternSize: PATTERN_SIZE, patternText: PATTERN_TEXT } = RULES_LIMITS;
/** Instructions times characters that are one step. */
const OF_A_STEP = 500;
/** Steps to read a pattern that does not stand in the condition. */
const TO_COMPILE = 500;

/** Reads a pattern. Throws a ConditionError for what is none, or is too large. */
export function compilePattern(source: string, at: number): RE2JS {
  if (source.length > PATTERN.most) throw new ConditionError(`a pattern has at most ${PATTERN.most} characters,`, at);
  try {
    const pattern = RE2JS.compile(source);
    if (pattern.programSize() > PATTERN_SIZE.most) throw new ConditionError("this pattern is too large", at);
    return pattern;
  } catch (error) {
    if (error instanceof RE2JSException) throw new ConditionError(`the pattern cannot be read (${error.message})`, at);
    throw error;
  }
}

/** The same of a text that came in. */
export function madePattern(source: string, { work, at }: { work: Work; at: number }): RE2JS {
  work.spend(TO_COMPILE, at);
  return compilePattern(source, at);
}

/** Whether a pattern is found in the beginning of a text. */
export function isFound(pattern: RE2JS, text: string, { work, at }: { work: Work; at: number }): boolean {
  const looked = text.slice(0, PATTERN_TEXT.most);
  work.spend(Math.ceil((pattern.programSize() * looked.length) / OF_A_STEP), at);
  return pattern.matcher(looked).find();
}
