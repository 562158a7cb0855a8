import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { screenFiles } from "./support/screen-files";

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

/** Forms with rows and proposals, a tree, or results beside each other. */
const LARGE = /\/(aggs|languages|results|schema|schema\/:field|search|search\/compare|search\/copy-from|search-preview|rules\/(:ruleId|new))$/;

test("no screen loads more scripts than it may, new ones included: 93.8 kB in 12 files, with forms 101.2 kB in 13; the index list 88.3 kB in 7", () => {
  const screens = screenFiles(join(folder, ".."));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.some(({ forms }) => forms)).toBe(true);
  const limitsOf = ({ id, forms }: (typeof screens)[number]) =>
    id === "cluster/_overview"
      ? { bytes: 88_300, files: 7 }
      : LARGE.test(id)
        ? { bytes: 111_500, files: 17 }
        : forms
          ? { bytes: 101_200, files: 13 }
          : { bytes: 93_800, files: 12 };
  const over = screens.filter((screen) => screen.bytes > limitsOf(screen).bytes || screen.files.length > limitsOf(screen).files);
  expect(over.map(({ id, files, bytes }) => `${id}: ${bytes} bytes in ${files.length} files`)).toEqual([]);
});

test("nothing is left of server modules, which would each be a file for every set of screens that shares it", () => {
  const metafile = JSON.parse(readFileSync(join(folder, "../../build/metafile.js.json"), "utf8")) as { outputs: Record<string, { inputs: object }> };
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.filter((name) => name.includes(".server") || name.startsWith("server-module:"))).toEqual([]);
});
