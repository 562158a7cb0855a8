import { diffArrays } from "diff";
import { alignedJson } from "./aligned.server";
import { compactJson, indentJson } from "./layout";

export type DiffRow =
  | { kind: "same"; before: string; after: string }
  | { kind: "changed"; before: string | undefined; after: string | undefined }
  | { kind: "gap"; count: number };

const CONTEXT = 3;
/** Comparing takes time that grows with the square of the changes; beyond it everything is shown as replaced. */
const TIMEOUT_MS = 500;

/**
 * Two texts line by line for `DiffView`: changed lines side by side, long runs of equal lines as a gap. JSON is compared
 * by its keys and values: neither a key that moved nor a comma at the end of a line is a change. `shown` is how a line of
 * JSON is shown, where that is more than one.
 */
export function diffLines(before: string, after: string, shown?: (line: string) => string): DiffRow[] {
  const json = jsonPair(before, after);
  const [old, fresh] = (json ?? [before, after]).map((text) => linesOf(text, { json: json !== null, shown })) as [
    Line[],
    Line[],
  ];
  const parts = diffArrays(keysOf(old), keysOf(fresh), { timeout: TIMEOUT_MS }) ?? [
    { count: old.length, removed: true, added: false },
    { count: fresh.length, removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  const place = { old: 0, fresh: 0 };
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (!part) continue;
    if (!part.added && !part.removed) {
      const lines = take("fresh", part.count);
      place.old += part.count;
      rows.push(...folded(lines, { first: at === 0, last: at === parts.length - 1 }));
      continue;
    }
    const next = parts[at + 1];
    const pairs = part.removed && next?.added ? take("fresh", next.count) : [];
    if (pairs.length > 0) at += 1;
    const [removed, added] = part.removed ? [take("old", part.count), pairs] : [[], take("fresh", part.count)];
    for (let line = 0; line < Math.max(removed.length, added.length); line += 1)
      rows.push({ kind: "changed", before: removed[line], after: added[line] });
  }
  return rows;

  function take(side: "old" | "fresh", count: number): string[] {
    const from = place[side];
    place[side] += count;
    return (side === "old" ? old : fresh).slice(from, place[side]).map(({ text }) => text);
  }
}

type Line = { text: string; /** What of it is compared. */ key: string };
const keysOf = (lines: readonly Line[]) => lines.map(({ key }) => key);

/** The two texts, laid out alike where keys of one moved. Null where they are no JSON. */
function jsonPair(before: string, after: string): [string, string] | null {
  const aligned = alignedJson(before, after);
  if (aligned === null) return null;
  if (aligned === compactJson(before)) return [before, before];
  return aligned === compactJson(after) ? [before, after] : [indentJson(before), indentJson(aligned)];
}

function linesOf(text: string, { json, shown }: { json: boolean; shown: ((line: string) => string) | undefined }) {
  if (text === "") return [];
  const lines = text.replace(/\n$/, "").split("\n");
  if (!json) return lines.map((line): Line => ({ text: line, key: line }));
  return lines.flatMap((line) => {
    const parts = shown ? shown(line).split("\n") : [line];
    return parts.map((part, at): Line => ({ text: part, key: at < parts.length - 1 ? part : part.replace(/,$/, "") }));
  });
}

function folded(lines: readonly string[], { first, last }: { first: boolean; last: boolean }): DiffRow[] {
  const same = (line: string): DiffRow => ({ kind: "same", before: line, after: line });
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  if (lines.length <= head + tail + 1) return lines.map(same);
  const count = lines.length - head - tail;
  return [...lines.slice(0, head).map(same), { kind: "gap", count }, ...lines.slice(lines.length - tail).map(same)];
}
