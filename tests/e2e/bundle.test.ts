import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { groupFiles, screenFiles, sizeIn } from "./support/screen-files";

const folder = fileURLToPath(new URL("../../public/build", import.meta.url));

// Texts that stand only in server code; one of them in the browser's files means that a server module came along.
const markers = [
  "SESSION_SECRET",
  "ALLOWED_CLUSTER_URLS=",
  "node:crypto",
  "node:fs",
  "ZodError",
  "better-sqlite",
  "PRAGMA journal_mode",
  "Basic ${",
];

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
const LARGE =
  /\/(aggs|languages|results|schema|schema\/:field|search|search\/compare|search\/copy-from|search-preview|rules\/(:ruleId|new)|pipelines\/:pipelineId\/validate)$/;

// Of each group, as it is sent. What grows is told by the group's name, and not by each of the pages that have it.
const BUDGETS = { frame: 18_850, detail: 3900, forms: 10_470, charts: 2_850, editor: 106_000 };

const built = join(folder, "../../build");

test("each group of the compiler is one file, within its budget", () => {
  const files = groupFiles(built);
  expect([...files].map(([name, { size }]) => `${name}: ${size} file`)).toEqual(
    Object.keys(BUDGETS).map((name) => `${name}: 1 file`),
  );
  const sizeOf = sizeIn(join(folder, ".."));
  const bytes = [...files].map(([name, [file = ""]]) => ({ name, bytes: sizeOf(file) }));
  expect(bytes.filter(({ name, bytes }) => bytes > BUDGETS[name as keyof typeof BUDGETS])).toEqual([]);
});

test("no screen loads more scripts than it may, new ones included: 95.8 kB in 11 files, with forms 102 kB in 13; the index list 89.6 kB in 7", () => {
  const screens = screenFiles(join(folder, ".."));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.some(({ forms }) => forms)).toBe(true);
  const limitsOf = ({ id, forms }: (typeof screens)[number]) =>
    id === "cluster/_overview"
      ? { bytes: 89_600, files: 7 }
      : LARGE.test(id)
        ? { bytes: 108_600, files: 13 }
        : forms
          ? { bytes: 102_000, files: 13 }
          : { bytes: 95_800, files: 11 };
  const over = screens.filter(
    (screen) => screen.bytes > limitsOf(screen).bytes || screen.files.length > limitsOf(screen).files,
  );
  const nameOf = new Map([...groupFiles(built)].flatMap(([name, files]) => [...files].map((file) => [file, name])));
  const sizeOf = sizeIn(join(folder, ".."));
  const told = (file: string) => `${nameOf.get(file) ?? file} ${sizeOf(file)}`;
  expect(over.map(({ id, files, bytes }) => `${id}: ${bytes} bytes: ${files.map(told).join(", ")}`)).toEqual([]);
});

test("nothing is left of server modules, which would each be a file for every set of screens that shares it", () => {
  const metafile = JSON.parse(readFileSync(join(folder, "../../build/metafile.js.json"), "utf8")) as {
    outputs: Record<string, { inputs: object }>;
  };
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.filter((name) => name.includes(".server") || name.startsWith("server-module:"))).toEqual([]);
});
