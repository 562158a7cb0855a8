import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { detectFile } from "~/services/data/import/read/detect.server";
import { makePlan, shownFields } from "~/services/data/import/shape/plan.server";
import { failedFile } from "~/services/data/import/run/retry.server";
import { createRunner } from "~/services/data/import/run/runner.server";
import { openDatabase } from "~/services/platform/store/database.server";
import { createJobStore } from "~/services/data/import/run/import-store.server";
import { isOver } from "~/services/platform/jobs/states";

// Run by memory.test.ts in a process of its own: makes one hostile file, does with it what the pages of an import do,
// and prints what came of it.

const MB = 1024 ** 2;
const line = (length: number, letter = "x") => Buffer.alloc(length, letter);
const text = (value: string) => Buffer.from(value);
function* times(count: number, part: Buffer) {
  for (let n = 0; n < count; n += 1) yield part;
}
function* many(count: number, part: (n: number) => string) {
  for (let n = 0; n < count; n += 500)
    yield text(Array.from({ length: Math.min(500, count - n) }, (_, at) => part(n + at)).join(""));
}
type Parts = Iterable<Buffer>;
const seq = function* (...all: (Buffer | Parts)[]): Parts {
  for (const part of all) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* part;
  }
};
const columns = (count: number) => text(`${Array.from({ length: count }, (_, n) => `c${n}`).join(",")}\n`);

/** What each file holds; `packed` ones are gzip. */
const files: Record<string, { parts: () => Parts; packed?: boolean }> = {
  "a gzip bomb without a line end": { packed: true, parts: () => times(600, line(MB)) },
  "a gzip bomb of JSON": { packed: true, parts: () => seq(text('[{"a":"'), times(400, line(MB))) },
  "a gzip bomb of quotes": { packed: true, parts: () => seq(text('a,b\n1,"'), times(400, line(MB))) },
  "a line of 30 MB": { parts: () => seq(text("a,b\n1,2\n"), times(30, line(MB)), text("\n3,4\n")) },
  "a line of 30 MB of JSON": { parts: () => seq(text('{"a":1}\n{"a":"'), times(30, line(MB)), text('"}\n{"a":3}\n')) },
  "lines of 7 MB": {
    parts: () => seq(text("a\n"), ...Array.from({ length: 4 }, () => seq(times(7, line(MB, "y")), text("\n")))),
  },
  "failed lines of 7 MB": {
    parts: () => seq(text("a,b\n1,2\n"), ...Array.from({ length: 4 }, () => seq(times(7, line(MB, "y")), text("\n")))),
  },
  "a quote that never ends": {
    parts: () =>
      seq(
        text('a,b\n1,"'),
        many(420_000, (n) => `row ${n}, some more text\n`),
      ),
  },
  "quotes that never end": {
    parts: () =>
      seq(
        text("a,b\n"),
        many(500_000, () => '"a"b\n'),
      ),
  },
  "100,000 columns": {
    parts: () =>
      seq(
        columns(100_000),
        many(20, () => `${"1,".repeat(99_999)}1\n`),
      ),
  },
  "9,000 columns": {
    parts: () =>
      seq(
        columns(9000),
        many(300, () => `${"1,".repeat(8999)}1\n`),
      ),
  },
  "a header of names without end": { parts: () => seq(line(5 * MB, "h"), text(",b\n1,2\n")) },
  "a row of commas": { parts: () => seq(text("a,b\n1,2\n"), times(7, line(MB, ",")), text("\n3,4\n")) },
  "deep JSON": {
    parts: () =>
      seq(
        text('{"a":1}\n'),
        line(4 * MB, "["),
        text("\n"),
        text('{"a":'.repeat(500_000)),
        text("\n"),
        text('{"a":2}\n'),
      ),
  },
  "one huge object": {
    parts: () =>
      seq(
        text("[{"),
        many(1_200_000, (n) => `"k${n}":${n},`),
        text('"z":1}]'),
      ),
  },
  "one object of many numbers": {
    parts: () =>
      seq(
        text('[{"a":['),
        many(3_000_000, () => "1,"),
        text("1]}]"),
      ),
  },
  "rows of many names": {
    parts: () => many(3000, (n) => `{${Array.from({ length: 40 }, (_, at) => `"f${n}_${at}":1`).join(",")}}\n`),
  },
  "huge names": {
    parts: () =>
      seq(
        text('{"'),
        line(5 * MB, "k"),
        text('":1}\n'),
        many(200, (n) => `{"${"n".repeat(20_000)}${n}":1}\n`),
      ),
  },
  "a number of 7 MB": {
    parts: () =>
      seq(
        text("a,b\n1,"),
        line(7 * MB, "9"),
        text("\n"),
        many(100, (n) => `${n},1\n`),
      ),
  },
  "a list of 7 MB in a cell": {
    parts: () => seq(text('a;b\n1;"['), times(7, Buffer.from("1,".repeat(MB / 2))), text('1]"\n2;3\n')),
  },
  "NUL bytes": {
    parts: () =>
      seq(
        text("a,b\n"),
        many(20_000, (n) => `${n},x\n`),
        times(20, line(MB, "\0")),
      ),
  },
  "UTF-16": { parts: () => [Buffer.from(`\ufeffa,b\n${"1,é\n".repeat(200_000)}`, "utf16le")] },
  "invalid UTF-8": {
    parts: () => seq(text("a,b\n"), times(60_000, Buffer.from([0x31, 0x2c, 0xff, 0xc3, 0x28, 0x0a]))),
  },
  "gzip within gzip": { packed: true, parts: () => [gzipSync(gzipSync(line(50 * MB)))] },
  "truncated gzip": { parts: () => [gzipSync(Buffer.from("a,b\n" + "1,2\n".repeat(300_000))).subarray(0, 900)] },
  "10 million empty lines": {
    packed: true,
    parts: () => seq(text("a,b\n"), times(100, line(100_000, "\n")), text("1,2\n")),
  },
  "a header only": { parts: () => [text("a,b\n")] },
  "rows of one character": { packed: true, parts: () => seq(text("a\n"), times(6, text("1\n".repeat(50_000)))) },
  "the same over and over": {
    packed: true,
    parts: () =>
      seq(
        text("["),
        many(60_000, (n) => `${n === 0 ? "" : ","}{"a":{"b":{"c":[1,1,1,1,1,1,1,1]}},"s":"lol lol lol lol lol"}`),
        text("]"),
      ),
  },
};

async function write({ path, name }: { path: string; name: string }) {
  const wanted = files[name];
  if (!wanted) throw new Error(`no file ${name}`);
  const file = createWriteStream(path);
  const out = wanted.packed ? createGzip({ level: 1 }) : file;
  if (out !== file) out.pipe(file);
  for (const part of wanted.parts()) if (!out.write(part)) await once(out, "drain");
  out.end();
  await finished(file);
}

const message = (error: unknown) =>
  error instanceof Error
    ? `${error.name === "UnreadableFileError" ? "" : `${error.name}: `}${error.message}`
    : String(error);

async function run({ folder, path, name }: { folder: string; path: string; name: string }) {
  const read = performance.now();
  let detection: Awaited<ReturnType<typeof detectFile>>;
  try {
    detection = await detectFile({ path, name: "rows" });
  } catch (error) {
    return { said: message(error), detect: performance.now() - read };
  }
  const detect = performance.now() - read;
  const bad = detection.sample.find((row) => row.problem !== null);
  const store = createJobStore(openDatabase(join(folder, "console.db")));
  const target = {
    bulk: async ({ body }: { body: string }) => {
      const items = body
        .split("\n")
        .filter((each) => each.startsWith('{"index"') || each.startsWith('{"create"'))
        .map(() => ({ index: { status: 201, result: "created" } }));
      return { status: 200, text: JSON.stringify({ errors: false, items }), retryAfter: null };
    },
    refresh: async () => undefined,
  };
  const log = { info: () => undefined, warn: () => undefined, error: (value: unknown) => console.error(value) };
  const runner = createRunner({ store, log, targetOf: () => target });
  const job = store.create({ url: "http://x", app: "a", username: "u", name, size: statSync(path).size, path });
  store.setPlan({
    id: job.id,
    plan: makePlan({
      detection,
      shown: shownFields({ detection, existing: new Map(), stored: null }),
      chosen: [],
      idField: null,
    }),
  });
  runner.start(job.id);
  let now = store.get(job.id);
  while (now && !isOver(now.state) && now.state !== "interrupted") {
    await new Promise((resolve) => setTimeout(resolve, 20));
    now = store.get(job.id);
  }
  const [failure] = store.failures({ id: job.id, limit: 50, rawBytes: 1000 });
  for (const part of failedFile({ store, job: { ...job, ...now } }))
    if (part.length > 20 * MB) throw new Error("a failed row grew");
  await runner.close();
  const said = [
    bad?.problem,
    detection.problem?.message,
    now?.message,
    now?.problem?.message,
    failure && `line ${failure.line}: ${failure.reason}`,
  ].filter((part) => part !== undefined && part !== null);
  return { said: [...new Set(said)].join(" | ") || "all taken", detect, rows: now?.rowsRead, failed: now?.failed };
}

const name = process.argv[2] ?? "";
const folder = mkdtempSync(join(tmpdir(), "hostile-"));
const path = join(folder, "rows");
await write({ path, name });
const before = process.resourceUsage().maxRSS / 1024;
const began = performance.now();
const result = await run({ folder, path, name });
console.log(
  JSON.stringify({
    name,
    ...result,
    ms: Math.round(performance.now() - began),
    before: Math.round(before),
    rss: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
rmSync(folder, { recursive: true });
