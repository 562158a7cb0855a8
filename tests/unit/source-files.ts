import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * A source file of the project: its path from the root with slashes, its text, and the project files or packages that
 * it imports; `types` are those of which it takes types only.
 */
export type SourceFile = { path: string; text: string; lines: number; imports: string[]; types: string[] };

const folders = ["app", "backend", "common", "server", "tests", "scripts"];
const aliases: Record<string, string> = { "~/": "app/", "@common/": "common/", "@backend/": "backend/" };
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(?:[^;'"]*?from\s*)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;

function resolveImport({ from, specifier }: { from: string; specifier: string }): string {
  if (specifier.startsWith(".")) return normalize(join(dirname(from), specifier)).replaceAll("\\", "/");
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start));
  return alias === undefined ? specifier : `${aliases[alias]}${specifier.slice(alias.length)}`;
}

/**
 * True for `import type …` and for lists in which every name is marked as a type: nothing of them is left at run time.
 */
function isTypeOnly(statement: string): boolean {
  const names = /^\s*(?:import|export)\s*\{([^}]*)\}/.exec(statement)?.[1];
  if (names !== undefined)
    return names.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
  return /^\s*(?:import|export)\s+type\s/.test(statement);
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === "node_modules") return [];
    if (entry.isDirectory()) return walk(path);
    return /\.(ts|tsx|js|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** Reads every source file of the project, tests included. */
export function sourceFiles(): SourceFile[] {
  return folders.flatMap(walk).map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const found = [...text.matchAll(importPattern)].map((match) => ({
      target: resolveImport({ from: path, specifier: match[1] ?? match[2] ?? "" }),
      isType: isTypeOnly(match[0]),
    }));
    const targets = (isType: boolean) => found.filter((one) => one.isType === isType).map((one) => one.target);
    return { path, text, lines: text.split("\n").length, imports: targets(false), types: targets(true) };
  });
}

/** A test, or something that only tests use. */
export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith("tests/");
