import { diffLines as linesOf } from "diff";

export type DiffRow =
  | { kind: "same"; before: string; after: string }
  | { kind: "changed"; before: string | undefined; after: string | undefined }
  | { kind: "gap"; count: number };

const CONTEXT = 3;
/** Comparing takes time that grows with the square of the changes; beyond it everything is shown as replaced. */
const TIMEOUT_MS = 500;

/** Two texts line by line for `DiffView`: changed lines side by side, long runs of equal lines as a gap. */
export function diffLines(before: string, after: string): DiffRow[] {
  const parts = linesOf(before, after, { timeout: TIMEOUT_MS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (!part) continue;
    const lines = part.value.replace(/\n$/, "").split("\n");
    if (!part.added && !part.removed) {
      rows.push(...folded(lines, { first: at === 0, last: at === parts.length - 1 }));
      continue;
    }
    const next = parts[at + 1];
    const pairs = part.removed && next?.added ? next.value.replace(/\n$/, "").split("\n") : [];
    if (pairs.length > 0) at += 1;
    const [old, fresh] = part.removed ? [lines, pairs] : [[], lines];
    for (let line = 0; line < Math.max(old.length, fresh.length); line += 1)
      rows.push({ kind: "changed", before: old[line], after: fresh[line] });
  }
  return rows;
}

function folded(lines: readonly string[], { first, last }: { first: boolean; last: boolean }): DiffRow[] {
  const same = (line: string): DiffRow => ({ kind: "same", before: line, after: line });
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  if (lines.length <= head + tail + 1) return lines.map(same);
  const count = lines.length - head - tail;
  return [...lines.slice(0, head).map(same), { kind: "gap", count }, ...lines.slice(lines.length - tail).map(same)];
}
