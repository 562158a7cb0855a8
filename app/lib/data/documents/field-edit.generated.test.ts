import { isJsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { expect, it } from "vitest";
import { type Random, randomFrom } from "../../../../tests/engines/generate/random";
import { type Edited, editField } from "./field-edit.server";
import type { FieldEdit } from "./field-edits";

// Documents, fields and edits of all kinds, made by a generator with a seed. What must hold is told by the values that
// a mapping sees: each by the whole name of its field, whether its parts are objects, names with dots or lists.

const CASES = 6_000;

const NAMES = ["a", "b", "c", "ü", "ab"] as const;
const SCALARS = [
  "1",
  "1.10",
  "12345678901234567890",
  "1e3",
  "-0",
  '"x"',
  '"$&"',
  '"\\u00e9"',
  '"é\\n"',
  "true",
  "null",
] as const;
const SPACES = ["", " ", "\n  "] as const;

/** A field's name: one part, or several with dots. */
function nameOf({ below, pick }: Random, most: number): string {
  return Array.from({ length: 1 + below(most) }, () => pick(NAMES)).join(".");
}

function objectOf(random: Random, depth: number): string {
  const { below, pick } = random;
  const names = new Set(Array.from({ length: below(4) }, () => nameOf(random, below(3) === 0 ? 2 : 1)));
  const space = pick(SPACES);
  return `{${[...names].map((name) => `${space}${JSON.stringify(name)}:${pick(SPACES)}${valueOf(random, depth - 1)}`).join(",")}${space}}`;
}

function valueOf(random: Random, depth: number): string {
  const { below, pick } = random;
  const kind = depth <= 0 ? 0 : below(6);
  if (kind <= 2) return pick(SCALARS);
  if (kind <= 4) return objectOf(random, depth);
  const isOfObjects = below(2) === 0;
  return `[${Array.from({ length: below(4) }, () => (isOfObjects ? objectOf(random, depth) : pick(SCALARS))).join(", ")}]`;
}

function editOf(random: Random): FieldEdit {
  const { pick } = random;
  const field = nameOf(random, 3);
  const operation = pick(["set", "append", "rename", "remove"] as const);
  if (operation === "remove") return { operation, field };
  if (operation === "rename") return { operation, field, name: pick(NAMES) };
  return { operation, field, value: pick(SCALARS) };
}

/**
 * Every value of a document with the whole name of its field, as text: digits as they are stored, objects and lists
 * only where they are empty.
 */
function leaves(value: JsonValue, name = ""): { name: string; text: string }[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item) => leaves(item, name))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, held]) => leaves(held, name === "" ? key : `${name}.${key}`))
      : [];
  return inner.length > 0 || name === "" ? inner : [{ name, text: stringifyJson(value) }];
}

const isOf = (name: string, field: string) => name === field || name.startsWith(`${field}.`);
const listed = (rows: readonly { name: string; text: string }[]) =>
  rows.map(({ name, text }) => `${name} ${text}`).sort();

/** What does not hold of an edit; undefined where all does. */
function wrongWith(text: string, edit: FieldEdit, edited: Edited): string | undefined {
  const before = leaves(parseJson(text));
  const renamed =
    edit.operation === "rename" ? [...edit.field.split(".").slice(0, -1), edit.name].join(".") : edit.field;
  const had = before.filter(({ name }) => isOf(name, edit.field));
  if ("unchanged" in edited) {
    if (edit.operation === "remove" || edit.operation === "rename")
      return had.length > 0 && renamed !== edit.field ? "left as it was" : undefined;
    const value = stringifyJson(parseJson(edit.value));
    return had.some((leaf) => leaf.text === value) || (edit.field.includes(".") && text.includes("["))
      ? undefined
      : "no such value";
  }
  if ("refused" in edited) {
    if (edit.operation === "remove") return "refused to remove";
    if (edit.operation === "rename" && !before.some(({ name }) => isOf(name, renamed))) return "refused for nothing";
    return undefined;
  }
  if (JSON.stringify(editField(edited.text, edit)) !== '{"unchanged":true}')
    return `twice is not once: ${JSON.stringify(editField(edited.text, edit))}`;
  const after = leaves(parseJson(edited.text));
  const others = (rows: typeof before) =>
    listed(rows.filter(({ name }) => !isOf(name, edit.field) && !isOf(name, renamed)));
  // Null and what is empty give way where the field comes to stand in them.
  const lasting = (rows: string[]) => rows.filter((row) => !/ (null|\{\}|\[\])$/.test(row)).join("\n");
  if (lasting(others(after)) !== lasting(others(before))) return "another field changed";
  const has = after.filter(({ name }) => isOf(name, edit.field));
  switch (edit.operation) {
    case "remove":
      return has.length > 0 ? "still there" : undefined;
    case "rename": {
      if (has.length > 0) return "the old name is still there";
      const moved = after
        .filter(({ name }) => isOf(name, renamed))
        .map(({ name, text: value }) => ({ name: edit.field + name.slice(renamed.length), text: value }));
      return listed(moved).join("\n") === listed(had).join("\n") ? undefined : "other values under the new name";
    }
    case "set": {
      const value = stringifyJson(parseJson(edit.value));
      return has.length > 0 && has.every((leaf) => leaf.text === value && leaf.name === edit.field)
        ? undefined
        : "another value";
    }
    case "append": {
      const value = stringifyJson(parseJson(edit.value));
      const kept = had.filter((leaf) => !["null", "[]", value].includes(leaf.text));
      return has.some((leaf) => leaf.text === value) && kept.every((leaf) => has.some((now) => now.text === leaf.text))
        ? undefined
        : "a value is missing";
    }
  }
}

it(`holds for ${CASES.toLocaleString("en")} edits that were made up`, () => {
  const random = randomFrom(20_261_123);
  const wrong: string[] = [];
  const seen = { text: 0, unchanged: 0, refused: 0 };
  for (let at = 0; at < CASES; at += 1) {
    const text = objectOf(random, 3);
    const edit = editOf(random);
    const edited = editField(text, edit);
    seen["text" in edited ? "text" : "unchanged" in edited ? "unchanged" : "refused"] += 1;
    const problem = wrongWith(text, edit, edited);
    if (problem !== undefined)
      wrong.push(`${problem}: ${JSON.stringify(edit)} of ${text} gave ${JSON.stringify(edited)}`);
  }
  expect(wrong.slice(0, 10), `${wrong.length} wrong`).toEqual([]);
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(CASES / 20);
});
