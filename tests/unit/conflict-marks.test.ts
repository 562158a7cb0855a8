import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

// A merge that was given up half-way leaves its marks in texts too, where neither a compiler nor a formatter reads
// them.

const root = join(import.meta.dirname, "../..");
/** Larger files are data. */
const MOST_BYTES = 2_000_000;
// Put together here, so that this file holds none.
const MARKS = ["<", "|", ">"].map((sign) => sign.repeat(7));
const BETWEEN = "=".repeat(7);

/**
 * The lines of a text that are marks of a merge conflict, numbered from 1. A line of `=` alone may be a heading of a
 * text: it counts beside another mark.
 */
function conflictLines(text: string): number[] {
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((line, at) =>
    MARKS.some((mark) => line === mark || line.startsWith(`${mark} `)) ? [at + 1] : [],
  );
  const between = lines.flatMap((line, at) => (line === BETWEEN ? [at + 1] : []));
  return found.length === 0 ? [] : [...found, ...between].sort((a, b) => a - b);
}

it("no tracked file holds conflict marks", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 })
    .split("\0")
    .filter((file) => file !== "");
  expect(files.length).toBeGreaterThan(1000);
  const marked = files.flatMap((file) => {
    const path = join(root, file);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > MOST_BYTES) return [];
    return conflictLines(readFileSync(path, "latin1")).map((line) => `${file}:${line}`);
  });
  expect(marked).toEqual([]);
});

it("finds every kind of mark", () => {
  const [ours, base, theirs] = MARKS;
  const text = ["a", `${ours} HEAD`, "b", `${base} 123`, "c", BETWEEN, "d", `${theirs} branch`, "e"].join("\n");
  expect(conflictLines(text)).toEqual([2, 4, 6, 8]);
  expect(conflictLines(`Title\n${BETWEEN}\n`)).toEqual([]);
});
