import { applyEdits, modify } from "jsonc-parser";
import { type Document, isMap, isNode, isSeq, parseDocument } from "yaml";
import { isJsonObject, type JsonValue } from "@common/text/json";
import type { Path } from "./document/faults";
import { readSource } from "./document/source/source";

/** One change of the text of a pipeline: the value at a path; undefined takes it away. */
export type TextChange = { path: Path; value: JsonValue | undefined };

/** A way into what is no list and no object leads nowhere: the nearest that is there is replaced. */
function setIn(document: Document, { path, value }: TextChange): void {
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
}

/** Puts what stands at one place of a list of a YAML text into another, with its comments. */
function movedInYaml(content: string, { list, from, to }: Move): string {
  const document = parseDocument(content);
  const found = document.getIn(list);
  if (!isSeq(found)) return content;
  const [item] = found.items.splice(from, 1);
  if (item !== undefined) found.items.splice(to, 0, item);
  return document.toString({ lineWidth: 0 });
}

/**
 * The text of a pipeline with changes made in it: comments, order and layout of all else stay, in JSON and in YAML.
 * Throws a DocumentFault where the text is neither.
 */
export function changedText(content: string, changes: readonly TextChange[]): string {
  const { text, source } = readSource(content);
  if (source.extension === "json") {
    const options = { formattingOptions: { insertSpaces: true, tabSize: indentOf(text) } };
    return changes.reduce((now, { path, value }) => applyEdits(now, modify(now, [...path], value, options)), text);
  }
  const document = parseDocument(text);
  for (const change of changes) setIn(document, change);
  return document.toString({ lineWidth: 0 });
}

type Move = { list: Path; from: number; to: number };

/** The text with one item of a list in another place of it. Throws a DocumentFault where the text cannot be read. */
export function movedInText(content: string, move: Move): string {
  const { text, source } = readSource(content);
  if (source.extension === "yaml") return movedInYaml(text, move);
  const found = move.list.reduce<JsonValue | undefined>(
    (value, step) => (value !== undefined && isJsonObject(value) ? value[step] : undefined),
    source.value,
  );
  if (!Array.isArray(found)) return content;
  const items = [...found];
  items.splice(move.to, 0, ...items.splice(move.from, 1));
  return changedText(content, [{ path: move.list, value: items }]);
}

/** The width of one level of a JSON text; 2 where it has no lines. */
function indentOf(text: string): number {
  return /\n( +)"/.exec(text)?.[1]?.length ?? 2;
}

/** The lines of a YAML or JSON text on which each item of a list stands, from 1; empty where that cannot be told. */
export function linesOfItems(content: string, list: string): { from: number; to: number }[] {
  const document = parseDocument(content);
  if (!isMap(document.contents)) return [];
  const found = document.get(list);
  if (!isSeq(found)) return [];
  const lineAt = (offset: number) => content.slice(0, offset).split("\n").length;
  return found.items.map((item) => {
    const [from, end] = (isNode(item) ? item.range : null) ?? [0, 0];
    return { from: lineAt(from), to: lineAt(Math.max(from, end - 1)) };
  });
}
