import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";

// Files that were made to fill the console's memory: each in a process of its own, whose largest size is read from the
// kernel.

const MOST_MB = 400;
const root = resolve(import.meta.dirname, "../..");
const names = [
  ...readFileSync(join(import.meta.dirname, "hostile-child.ts"), "utf8").matchAll(/^ {2}"([^"]+)": \{/gm),
].map((found) => found[1] ?? "");
// The bundle finds its packages by the folders above it.
const folder = mkdtempSync(join(root, "node_modules/.cache-hostile-"));
const script = join(folder, "child.mjs");
beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, "hostile-child.ts")],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "~": join(root, "app"), "@common": join(root, "common") },
    logLevel: "error",
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const resultSchema = z.object({
  name: z.string(),
  said: z.string(),
  detect: z.number(),
  rows: z.number().optional(),
  failed: z.number().optional(),
  ms: z.number(),
  before: z.number(),
  rss: z.number(),
});

it("has the files that the limit is measured with", () => {
  expect(names.length).toBeGreaterThan(25);
});

it.each(names)("%s stays under the limit, and says what it ran into", async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, name], {
    timeout: 50_000,
    env: { ...process.env, TMPDIR: tmpdir() },
  });
  const result = resultSchema.parse(JSON.parse(stdout));
  console.log(
    `${String(result.rss).padStart(5)} MB ${String(result.ms).padStart(6)} ms (look ${Math.round(result.detect)} ms) ${result.rows ?? "-"} rows, ${result.failed ?? "-"} failed: ${name}: ${result.said.slice(0, 160)}`,
  );
  expect(result.rss).toBeLessThan(MOST_MB);
  expect(result.said).not.toMatch(/^\w*Error: |could not be read any further/);
});
