import { RUNS_AS } from "./kinds";
import { NOT_RUN } from "./not-run";

function inWords(shown: string): string {
  const [file = "", title = ""] = shown.split(/#(.*)/s);
  return `\`${file}\`: ${title.replaceAll("|", "\\|")}`;
}

/** The text of `docs/reference/runs-as.md`. */
export function runsAsPage(): string {
  const rows = Object.values(RUNS_AS).map(
    ({ what, kept, as, may, shownBy }) =>
      `| ${what} | ${kept.map((one) => `\`${one}\``).join(" ")} | ${as} | ${may} | ${shownBy.map(inWords).join("; ")} |`,
  );
  return [
    "# As whom it runs",
    "",
    "Written by `node scripts/print-runs-as.mjs` from `common/runs-as`; do not edit.",
    "",
    "Nobody's rights but one's own: what somebody has kept is run by his rights of this moment and those of who calls, and never by more than both have.",
    "`backend/gateway/platform/access/runs-as.ts` is where a call is held against them. A system index, a table of the console, a kind of job, an action of a rule or a module that acts",
    "by the clock that stands in no row here fails `tests/unit/runs-as.test.ts`, and so does a row whose tests are not there.",
    "",
    "| what | kept in | runs as | may | shown by |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "## What is kept and not run",
    "",
    "| place | is |",
    "|---|---|",
    ...Object.entries(NOT_RUN).map(([place, what]) => `| \`${place}\` | ${what ?? ""} |`),
    "",
  ].join("\n");
}
