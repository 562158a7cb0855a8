import { ANALYTICS_LIMITS } from "./analytics";
import { CALLS_LIMITS } from "./calls";
import { CONSOLE_LIMITS } from "./console";
import { ENDPOINT_LIMITS } from "./endpoints";
import { ENGINE_LIMITS } from "./engine";
import { HELD_LIMITS } from "./held";
import { IMPORTS_LIMITS } from "./imports";
import { KEPT_LIMITS } from "./kept";
import type { Limit, Limits, Unit } from "./limit";
import { LOGS_LIMITS } from "./logs";
import { MAIL_LIMITS } from "./mail";
import { PIPELINES_LIMITS } from "./pipelines";
import { REINDEX_LIMITS } from "./reindex";
import { RULES_LIMITS } from "./rules";
import { SCRIPTS_LIMITS } from "./scripts";
import { SEARCH_LIMITS } from "./search";
import { THREADS_LIMITS } from "./threads";
import { UI_BUILDER_LIMITS } from "./ui-builder";

/** Every bound of the product, by part. `docs/reference/limits.md` is written from this. */
export const LIMITS: Readonly<Record<string, { title: string; limits: Limits }>> = {
  search: { title: "Searches", limits: SEARCH_LIMITS },
  endpoints: { title: "Endpoints of searches", limits: ENDPOINT_LIMITS },
  rules: { title: "Query rules", limits: RULES_LIMITS },
  pipelines: { title: "Pipelines", limits: PIPELINES_LIMITS },
  scripts: { title: "Scripts of rules", limits: SCRIPTS_LIMITS },
  engine: { title: "Documents and the embedded engine", limits: ENGINE_LIMITS },
  threads: { title: "Threads of the embedded engine", limits: THREADS_LIMITS },
  calls: { title: "Calls, scripts, and what one caller holds open", limits: CALLS_LIMITS },
  reindex: { title: "Re-indexing", limits: REINDEX_LIMITS },
  held: { title: "What one caller holds open", limits: HELD_LIMITS },
  analytics: { title: "Analytics", limits: ANALYTICS_LIMITS },
  logs: { title: "The request log", limits: LOGS_LIMITS },
  kept: { title: "Grades, synonyms and suggestions", limits: KEPT_LIMITS },
  "ui-builder": { title: "UI builder", limits: UI_BUILDER_LIMITS },
  console: { title: "The console", limits: CONSOLE_LIMITS },
  imports: { title: "Imports", limits: IMPORTS_LIMITS },
  mail: { title: "Mail", limits: MAIL_LIMITS },
};

const grouped = new Intl.NumberFormat("en-US");
const BYTE_UNITS: readonly [number, string][] = [
  [1024 ** 3, "GB"],
  [1024 ** 2, "MB"],
  [1024, "kB"],
];

function amount(most: number, unit: Unit): string {
  const [size, name] =
    unit === "bytes"
      ? (BYTE_UNITS.find(([size]) => most >= size && most % size === 0) ?? [1, "bytes"])
      : [1, unit === "pieces" ? "" : unit];
  return `${grouped.format(most / size)} ${name}`.trim();
}

function row([name, { what, where, most, unit, answer, protects, source }]: [string, Limit]): string {
  return `| ${what} | ${where} | ${amount(most, unit)} | ${answer} | ${protects}${source === undefined ? "" : `; ${source}`} | \`${name}\` |`;
}

/** The text of `docs/reference/limits.md`. */
export function limitsPage(): string {
  const parts = Object.entries(LIMITS).flatMap(([part, { title, limits }]) => [
    "",
    `## ${title}`,
    "",
    `\`common/limits/${part}.ts\``,
    "",
    "| what | where | at most | past it | protects | name |",
    "|---|---|---|---|---|---|",
    ...Object.entries(limits).map(row),
  ]);
  return [
    "# Limits",
    "",
    "Written by `node scripts/print-limits.mjs` from `common/limits`; do not edit.",
    "",
    "Everything that a caller can send, ask for or hold open has a bound, and the bound stands before the work: what is over it is counted, not done.",
    "Open and public uses have the smallest. A bound that Elasticsearch has too is Elasticsearch's own.",
    ...parts,
    "",
  ].join("\n");
}
