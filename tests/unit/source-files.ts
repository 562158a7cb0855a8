import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A source file of the project: its path from the root with slashes, its text, and the project files or packages that it imports. */
export type SourceFile = { path: string; text: string; lines: number; imports: string[] };

const folders = ["app", "backend", "common", "server", "tests", "scripts"];
const aliases: Record<string, string> = { "~/": "app/", "@common/": "common/", "@backend/": "backend/" };
const importPattern = /(?:^|\n)\s*(?:import|export)\s(?:[^;'"]*?from\s*)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;

function resolveImport({ from, specifier }: { from: string; specifier: string }): string {
  if (specifier.startsWith(".")) return normalize(join(dirname(from), specifier)).replaceAll("\\", "/");
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start));
  return alias === undefined ? specifier : `${aliases[alias]}${specifier.slice(alias.length)}`;
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(path);
    return /\.(ts|tsx|js|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** Reads every source file of the project, tests included. */
export function sourceFiles(): SourceFile[] {
  return folders.flatMap(walk).map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const imports = [...text.matchAll(importPattern)].map((match) => resolveImport({ from: path, specifier: match[1] ?? match[2] ?? "" }));
    return { path, text, lines: text.split("\n").length, imports };
  });
}

/** A test, or something that only tests use. */
export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith("tests/");
