import { applyEdits, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import { type Document, isMap, isNode, isSeq, parseDocument } from "yaml";
import type { JsonValue } from "@common/text/json";
import { createFaults, type Path } from "./document/faults";
import { readSource } from "./document/source/source";

/** One change of the text of a pipeline: the value at a path; undefined takes it away. */
export type TextChange = { path: Path; value: JsonValue | undefined };

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
 * Throws a DocumentFault where the text is neither, or
 * has no room for one of them.
 */
export function changedText(content: string, changes: readonly TextChange[]): string {
  const { text, source } = readSource(content);
  // The packages throw where a way leads through what is no list and no object.
  return changes.reduce((now, change) => {
    try {
      return source.extension === "json" ? changedJson(now, change) : changedYaml(now, change);
    } catch {
      const faults = createFaults({ text, offsetOf: () => null });
      faults.add(change.path, "stands in what is no object");
      throw faults.error();
    }
  }, text);
}

function changedJson(text: string, { path, value }: TextChange): string {
  const options = { formattingOptions: { insertSpaces: true, tabSize: indentOf(text) } };
  const last = path.at(-1);
  if (value !== undefined || typeof last !== "number") return applyEdits(text, modify(text, [...path], value, options));
  // The package takes a bracket along with the last item of a list that stands on one line.
  const items = itemsIn(text, path.slice(0, -1));
  const [before, item, after] = [items[last - 1], items[last], items[last + 1]];
  if (item === undefined) return text;
  const from = after === undefined && before !== undefined ? before.to : item.from;
  return text.slice(0, from) + text.slice(after === undefined ? item.to : after.from);
}

/** Where the items of a list of a JSON text stand, by characters; empty where there is no such list. */
function itemsIn(text: string, list: Path): { from: number; to: number }[] {
  const root = parseTree(text);
  const found = root && findNodeAtLocation(root, [...list]);
  if (found?.type !== "array") return [];
  return (found.children ?? []).map(({ offset, length }) => ({ from: offset, to: offset + length }));
}

function changedYaml(text: string, change: TextChange): string {
  const document = parseDocument(text);
  setIn(document, change);
  return document.toString({ lineWidth: 0 });
}

type Move = { list: Path; from: number; to: number };

/** The text with one item of a list in another place of it. Throws a DocumentFault where the text cannot be read. */
export function movedInText(content: string, move: Move): string {
  const { text, source } = readSource(content);
  if (source.extension === "yaml") return movedInYaml(text, move);
  // Item for item as it is written: digits and layout stay.
  const items = itemsIn(text, move.list);
  const texts = items.map(({ from, to }) => text.slice(from, to));
  texts.splice(move.to, 0, ...texts.splice(move.from, 1));
  return items.reduceRight((now, { from, to }, at) => now.slice(0, from) + (texts[at] ?? "") + now.slice(to), text);
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
    // Up to the end of its value: what follows in the range are comments.
    const [from, end] = (isNode(item) ? item.range : null) ?? [0, 0];
    return { from: lineAt(from), to: lineAt(Math.max(from, end - 1)) };
  });
}
