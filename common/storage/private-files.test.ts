import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { openStore } from "~/services/platform/store/database.server";
import { sessionSecrets } from "~/session/seal.server";
import { copySample } from "~/services/data/import/receive/samples.server";
import { privateFolder, takeDataFolder } from "./private-files";

let root: string;
let umask: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "private-files-"));
  umask = process.umask(0);
});
afterEach(() => {
  process.umask(umask);
  rmSync(root, { recursive: true, force: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;
/** Whatever others may do anything with. */
function open(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return ["", ...all].filter((name) => (modeOf(join(folder, name)) & 0o077) !== 0);
}

test.each([
  ["made here", false],
  ["there, and open to all", true],
])("both processes keep their data for themselves, in a folder %s", async (_, isThere) => {
  const folder = join(root, "data");
  if (isThere) mkdirSync(folder, { mode: 0o777 });
  const engine = await openEmbeddedEngine({ folder: join(folder, "engine") });
  await engine.handle({ method: "PUT", path: "/books/_doc/1", body: '{"a":"b"}' });
  openStore(folder).exec("CREATE TABLE IF NOT EXISTS own (a)");
  sessionSecrets({ sessionSecrets: [], dataDir: folder });
  privateFolder(join(folder, "imports"));
  await copySample(join(folder, "imports", "sample.upload"));
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const ending of ["console.db", "-wal", "-shm", "session.secret", "engine.lock", "sample.upload"])
    expect(
      names.some((name) => name.endsWith(ending)),
      ending,
    ).toBe(true);
  expect(open(folder)).toEqual([]);
  await engine.close();
});

test("what was open before is closed at the start, and told once", () => {
  const folder = join(root, "data");
  mkdirSync(join(folder, "engine"), { recursive: true });
  const elsewhere = join(root, "elsewhere");
  writeFileSync(elsewhere, "x", { mode: 0o644 });
  symlinkSync(elsewhere, join(folder, "link"));
  for (const name of ["console.db", "console.db-wal", "session.secret", "engine/data.db"])
    writeFileSync(join(folder, name), "x", { mode: 0o666 });
  const told: unknown[] = [];
  const warn = (...words: unknown[]) => told.push(words);
  takeDataFolder(folder, warn);
  expect(open(folder)).toEqual(["link"]);
  expect(modeOf(elsewhere)).toBe(0o644);
  expect(told).toMatchObject([[{ folder, files: 5 }, expect.stringContaining("was closed to them") as string]]);
  takeDataFolder(folder, warn);
  expect(told).toHaveLength(1);
});

test("a folder that serves others is told of, and left as it is", () => {
  const folder = join(root, "shared");
  mkdirSync(folder);
  chmodSync(folder, 0o1777);
  const told: unknown[] = [];
  takeDataFolder(folder, (...words) => told.push(words));
  privateFolder(folder);
  expect(modeOf(folder)).toBe(0o777);
  expect(told).toHaveLength(1);
});

test("whoever writes a file into a data folder says that it is private", () => {
  const sources = ["app", "backend"].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(top, name)),
  );
  const writing = sources.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter(
        (line) =>
          /\b(?:writeFile(?:Sync)?|createWriteStream|appendFile(?:Sync)?|mkdir(?:Sync)?)\(/.test(line) &&
          !/0o600|PRIVATE/.test(line),
      )
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(writing).toEqual([]);
});
