import { isJsonObject, LosslessNumber } from "@common/text/json";
import type { EngineKind } from "./target";

/** Stands for what is not in an answer, as `compareAnswer` writes it. */
export const GONE = "(absent)";

/** Stands for any number, where a clock made it. */
export const NUMBER = { any: "number" } as const;

/**
 * What our answer holds at a place: the value itself, a text's form, an object that has at least these members, or `{
 * "#": n }` for a list of n.
 */
export type Bound = string | number | boolean | null | RegExp | readonly Bound[] | { readonly [key: string]: Bound };

/**
 * Our values by path: `status`, `header <name>`, `body` or `body.<dotted path>`. A path may hold `*`; of several that
 * fit any may allow a value.
 */
export type Values = Readonly<Record<string, Bound>>;

/**
 * A difference from the recorded server that is meant. `cases` name, by the id of the recorded call (which may hold
 * `*`), each place that differs and what stands there: any other value is a failure. `engines` narrows the row to
 * these.
 */
export type Listed = {
  cases: Readonly<Record<string, Values>>;
  server: string;
  ours: string;
  reason: string;
  engines?: readonly EngineKind[];
};

/** The same values for several cases. */
export function each(cases: readonly string[], values: Values): Record<string, Values> {
  return Object.fromEntries(cases.map((name) => [name, values]));
}

/** The same value, or its absence, at several places. */
export function at(paths: readonly string[], value: Bound): Values {
  return Object.fromEntries(paths.map((path) => [path, value]));
}

/** An error in the gateway's shape, with the type that the engine gave where it did. */
export function error(code: number, message: string | RegExp, cause?: string): Bound {
  return { code, message, ...(cause === undefined ? {} : { cause: { type: cause } }) };
}

function plain(value: unknown): unknown {
  return value instanceof LosslessNumber ? Number(value.value) : value;
}

/** Whether a value of our answer is the one that a row names. */
export function fits(bound: Bound, actual: unknown): boolean {
  const value = plain(actual);
  if (bound === NUMBER) return typeof value === "number";
  if (bound instanceof RegExp) return typeof value === "string" && bound.test(value);
  if (Array.isArray(bound))
    return (
      Array.isArray(value) &&
      value.length === bound.length &&
      bound.every((one: Bound, place) => fits(one, value[place]))
    );
  if (Array.isArray(value))
    return typeof bound === "object" && bound !== null && value.length === Reflect.get(bound, "#");
  if (typeof bound === "object" && bound !== null)
    return (
      isJsonObject(value) && Object.entries(bound).every(([key, inner]) => key in value && fits(inner, value[key]))
    );
  return value === bound;
}

/** Whether a pattern with `*` fits a text as a whole. */
export function matches(pattern: string, text: string): boolean {
  return new RegExp(
    `^${pattern
      .split("*")
      .map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
    "s",
  ).test(text);
}
