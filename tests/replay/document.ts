import { LISTED } from "./differences";
import { SPEC_ROWS } from "./spec-rows";

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

/** The text of `docs/reference/spec-differences.md`. */
export function differencesDocument(): string {
  const spec = table(
    ["specification", "real server", "here", "mark"],
    SPEC_ROWS.map(({ spec: said, server, ours, mark }) => [said, server, ours, mark]),
  );
  const listed = table(
    ["real server", "our back end", "why", "on", "cases"],
    LISTED.map(({ server, ours, reason, engines, cases }) => [
      server,
      ours,
      reason,
      engines?.join(", ") ?? "every engine",
      Object.keys(cases)
        .map((name) => `\`${name}\``)
        .join(", "),
    ]),
  );
  return `# Differences

Printed by \`node scripts/print-differences.mjs\` from \`tests/replay/spec-rows.ts\` and \`tests/replay/differences.ts\`. Edit those.

## The specification and servers in the field

Mark: recorded = seen in a real server's answers; server = read in its source; client = what its dashboard sends.

${spec}

## Our back end and the recorded server

The replay of recorded answers fails on a difference that is not listed here, and on a listed one that is gone.

${listed}
`;
}
