import { EngineError } from "../../errors";

/**
 * How many of `count` optional clauses must match: `3`, `-1`, `75%`, `-25%`, `2<-25% 9<-3`.
 * The answer lies between 0 and `count` for relative forms; a plain number may exceed it.
 */
export function minimumShouldMatch(spec: string, count: number): number {
  const trimmed = spec.trim();
  if (trimmed.includes("<")) {
    let result = count;
    for (const condition of conditionsOf(trimmed)) {
      const [bound = "", rest = ""] = condition.split("<");
      if (count <= wholeNumber(bound)) return result;
      result = minimumShouldMatch(rest, count);
    }
    return result;
  }
  let result: number;
  if (trimmed.endsWith("%")) {
    const percent = wholeNumber(trimmed.slice(0, -1));
    const part = Math.trunc((count * percent) / 100);
    result = percent < 0 ? count + part : part;
  } else {
    const number = wholeNumber(trimmed);
    result = number < 0 ? count + number : number;
  }
  return Math.max(0, result);
}

function wholeNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new EngineError(400, "number_format_exception", `For input string: "${text}"`);
  return Number(text);
}

/** Conditions (`3<90%`) between spaces; those around a `<` belong to it. */
function conditionsOf(spec: string): string[] {
  return spec
    .split("<")
    .map((part) => part.trim())
    .join("<")
    .split(/\s+/);
}
