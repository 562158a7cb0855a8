import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
  parseJson,
  stringifyJson,
} from "@common/text/json";
import { readableJson } from "./layout";

/** Texts up to this many characters are drawn as one tree; larger ones a branch at a time. */
const MOST_TREE = 30_000;
/** How much of a text one page shows. */
export const MOST_TEXT = 100_000;
const MEMBERS = 100;
const PREVIEW = 100;

/** The object that a stored text is; an empty one for any other. */
export function parseSource(source: string): JsonObject {
  const value = parseJson(source);
  return isJsonObject(value) ? value : {};
}

/** The beginning of the stored text, on lines. */
export function shownText(source: string) {
  return { text: readableJson(source.slice(0, MOST_TEXT)), cut: source.length > MOST_TEXT };
}

export type Member = {
  key: string;
  kind: string;
  preview: string;
  /** True where there is more to see than the preview. */ deeper: boolean;
};
export type TreeView =
  | { kind: "tree"; text: string }
  | { kind: "branch"; path: string[]; total: number; from: number; members: Member[]; isList: boolean }
  | { kind: "value"; path: string[]; text: string; cut: boolean }
  | { kind: "nothing"; path: string[] };

const isTree = (value: JsonValue): value is JsonValue[] | JsonObject => Array.isArray(value) || isJsonObject(value);

function kindOf(value: JsonValue) {
  if (Array.isArray(value)) return "list";
  if (isJsonObject(value)) return "object";
  if (value === null) return "null";
  return value instanceof LosslessNumber ? "number" : typeof value === "string" ? "text" : typeof value;
}

function memberOf([key, value]: [string, JsonValue]): Member {
  if (Array.isArray(value)) return { key, kind: "list", preview: `${value.length} items`, deeper: value.length > 0 };
  if (isJsonObject(value)) {
    const names = Object.keys(value);
    const named = names
      .slice(0, 5)
      .map((name) => name.slice(0, 40))
      .join(", ");
    return {
      key,
      kind: "object",
      preview: `${named}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`,
      deeper: names.length > 0,
    };
  }
  const text = typeof value === "string" ? value : stringifyJson(value);
  return {
    key,
    kind: kindOf(value),
    preview: text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text,
    deeper: text.length > PREVIEW,
  };
}

/**
 * What the tree tab shows: the whole of a small document, else the members of the branch at `path`, a hundred at a
 * time.
 */
export function treeView({ source, path, from }: { source: string; path: string[]; from: number }): TreeView {
  if (source.length <= MOST_TREE) return { kind: "tree", text: source };
  let value: JsonValue | undefined = parseSource(source);
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isJsonObject(value) && Object.hasOwn(value, step)) value = value[step];
    else value = undefined;
  }
  if (value === undefined) return { kind: "nothing", path };
  if (!isTree(value)) {
    const text = typeof value === "string" ? value : stringifyJson(value);
    return { kind: "value", path, text: text.slice(0, MOST_TEXT), cut: text.length > MOST_TEXT };
  }
  const isList = Array.isArray(value);
  const members: [string, JsonValue][] = isList
    ? (value as JsonValue[]).map((member, at) => [String(at), member])
    : Object.entries(value);
  return {
    kind: "branch",
    path,
    isList,
    total: members.length,
    from,
    members: members.slice(from, from + MEMBERS).map(memberOf),
  };
}
