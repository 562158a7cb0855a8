import type { RuleShape } from "./shape";

/**
 * The values that a form shows at first: those of the loader, or those that came back with mistakes; lists may be
 * missing then.
 */
export type Shown = { [Key in keyof RuleShape]?: unknown } | undefined;

const text = (value: unknown) => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The rows of a list field as texts, in their order. */
export function rowsOf(value: unknown, names: readonly string[]): Record<string, string>[] {
  return list(value).flatMap((row) =>
    typeof row === "object" && row !== null
      ? [Object.fromEntries(names.map((name) => [name, text(Reflect.get(row, name))]))]
      : [],
  );
}

/** The entries of a list of texts. */
export const textsOf = (value: unknown): string[] =>
  list(value)
    .map(text)
    .filter((one) => one !== "");
