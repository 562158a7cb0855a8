import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../public/build", import.meta.url));

// Texts that stand only in server code; one of them in the browser's files means that a server module came along.
const markers = ["SESSION_SECRET", "ALLOWED_CLUSTER_URLS=", "node:crypto", "node:fs", "ZodError", "better-sqlite", "PRAGMA journal_mode", "Basic ${"];

const scripts = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return scripts(path);
    return entry.name.endsWith(".js") ? [path] : [];
  });

test("what the browser gets holds nothing of the server", () => {
  expect(existsSync(folder)).toBe(true);
  const files = scripts(folder);
  expect(files.length).toBeGreaterThan(3);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return markers.filter((marker) => text.includes(marker)).map((marker) => `${file.slice(folder.length)}: ${marker}`);
  });
  expect(found).toEqual([]);
});

test("no map of the sources is published", () => {
  expect(readdirSync(folder).filter((name) => name.endsWith(".map"))).toEqual([]);
});
