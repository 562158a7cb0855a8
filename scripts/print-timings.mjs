// Writes the section "Where the time goes" of docs/build/testing.md from what the last `npm test` here left in
// .cache/reports: `node scripts/print-timings.mjs`.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { timingsOf } from "../server/timings.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "docs/build/testing.md");
const reports = join(root, ".cache/reports");
const TITLE = "## Where the time goes";

const timings = timingsOf(
  readdirSync(reports)
    .filter((name) => name.endsWith("-timings.json"))
    .map((name) => join(reports, name)),
);
if (timings.of === 0) {
  console.error("There are no timings: run `npm test` first.");
  process.exit(1);
}
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
const table = (rows) =>
  [
    "| file | seconds |",
    "|---|---|",
    ...rows.map(({ file, seconds }) => `| \`${file}\` | ${seconds.toFixed(1)} |`),
  ].join("\n");
const section = `${TITLE}

Written by \`node scripts/print-timings.mjs\` after \`npm test\`; do not edit by hand. Measured ${new Date().toISOString().slice(0, 10)} at ${commit}: ${timings.of} files,
${timings.seconds} s together, loading included, two at a time or more, so that each is slower than alone.

The slowest:

${table(timings.files)}

The walks over addresses, ${timings.walked} s together:

${table(timings.walks)}
`;

const page = readFileSync(target, "utf8");
const start = page.indexOf(TITLE);
const before = start === -1 ? `${page.trimEnd()}\n\n` : page.slice(0, start);
const next = start === -1 ? -1 : page.indexOf("\n## ", start);
writeFileSync(target, `${before}${section}${next === -1 ? "" : page.slice(next)}`);
