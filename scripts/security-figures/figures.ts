import { createHash } from "node:crypto";
import ts from "typescript";
import * as z from "zod";

// How many tests stand behind docs/run/security.md, by file. Only a run of the collector knows how many a table makes;
// so what was counted is kept beside the shape of each file, and a file of another shape has to be counted again.

/** What was counted: by file, how many tests, and the shape of the file at that time. */
export const CountsSchema = z.record(z.string(), z.object({ tests: z.number().int().min(1), shape: z.string() }));
export type Counts = z.infer<typeof CountsSchema>;

const TITLE = "## Tests by file";
const INTRODUCTION =
  "Written by `node scripts/print-security-figures.mjs`; do not edit by hand. Tests that run in a browser, or on what was built, are not among them.";

/** Tests that other runs have: in browsers, and of what was built. */
const ELSEWHERE = /^tests\/(?:e2e|system|walks\/browser|walks\/planted\/browser)\//;

/** The names of tests in a text, `{a,b}` as two. */
function namesIn(text: string): string[] {
  const found = [...text.matchAll(/`([^`\s]+\.test\.tsx?)`/g)].map(([, name = ""]) => name);
  return found.flatMap((name) => {
    const [, before = "", list, after = ""] = /^(.*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
    return list === undefined ? [name] : list.split(",").map((one) => `${before}${one}${after}`);
  });
}

/** The page without the section that is written here. */
function withoutSection(page: string): string {
  const start = page.indexOf(`\n${TITLE}\n`);
  return start === -1 ? page.trimEnd() : page.slice(0, start).trimEnd();
}

/**
 * The test files that a page names, by their end or, with a `*`, as a group, but for those that other runs have. Throws
 * for a name that is no file, or may be several.
 */
export function testsNamed(page: string, files: readonly string[]): string[] {
  const found = namesIn(withoutSection(page)).flatMap((name) => {
    const [before = "", after] = name.split("*");
    const fitting = files.filter((file) =>
      after === undefined
        ? file === name || file.endsWith(`/${name}`)
        : file.startsWith(before) && file.endsWith(after) && !file.slice(before.length).includes("/"),
    );
    if (fitting.length === 0) throw new Error(`the page names ${name}, which is no test`);
    if (after === undefined && fitting.length > 1)
      throw new Error(`the page names ${name}, which may be ${fitting.join(" or ")}`);
    return fitting;
  });
  return [...new Set(found)].filter((file) => !ELSEWHERE.test(file)).sort();
}

/** A word for the tests that a file declares: their titles, how often each is run, and the tables that it holds itself. */
export function shapeOf(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const parts: string[] = [];
  const spelled = (node: ts.Node) => node.getText(source).replace(/\s+/g, " ");
  function visit(node: ts.Node) {
    if (ts.isCallExpression(node) && /^(?:it|test|describe)\b/.test(node.expression.getText(source)))
      parts.push(spelled(node.expression), ...node.arguments.slice(0, 1).map(spelled));
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrayLiteralExpression(node.initializer))
      parts.push(`${node.name.getText(source)} ${node.initializer.elements.length}`);
    if (ts.isForOfStatement(node)) parts.push(spelled(node.expression));
    ts.forEachChild(node, visit);
  }
  visit(source);
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);
}

/** The page with its section of figures as they were counted. */
export function withFigures(page: string, counts: Counts): string {
  const files = Object.keys(counts).sort();
  const rows = files.map((file) => `| \`${file}\` | ${(counts[file]?.tests ?? 0).toLocaleString("en")} |`);
  const sum = files.reduce((all, file) => all + (counts[file]?.tests ?? 0), 0);
  const head = `${TITLE}\n\n${INTRODUCTION} ${sum.toLocaleString("en")} in ${files.length} files:`;
  return `${withoutSection(page)}\n\n${head}\n\n${["| file | tests |", "|---|---|", ...rows].join("\n")}\n`;
}
