import { CodeBlock } from "~/components/ui/request/code-block";
import { ScrollBox } from "~/components/ui/table/scroll-box";
import type { DiffRow } from "~/lib/json/diff.server";
import { countOf } from "~/lib/values/numbers";
import { Name } from "../name";

type DiffViewProps = {
  /** From `diffLines` in `~/lib/json/diff.server`, made in the loader or action. */
  rows: readonly DiffRow[];
  /** What stands on the left and on the right. */
  before?: string;
  after?: string;
};

/** Old and new side by side, one column under 768 px. Changed lines carry a sign as well as a colour. */
export function DiffView({ rows, before = "Before", after = "After" }: DiffViewProps) {
  if (rows.every((row) => row.kind === "same" || row.kind === "gap"))
    return <p className="text-muted">No differences.</p>;
  return (
    <ScrollBox label={`${before} and ${after}`} className="rounded border border-line bg-sunken font-mono text-code">
      <div className="hidden border-b border-line font-sans text-12 text-muted medium:grid medium:grid-cols-2">
        <span className="px-3 py-1">{before}</span>
        <span className="border-l border-line px-3 py-1">{after}</span>
      </div>
      {rows.map((row, at) =>
        row.kind === "gap" ? (
          <p key={at} className="border-y border-line bg-raised px-3 font-sans text-12 text-muted">
            {countOf(row.count, "unchanged line")}
          </p>
        ) : (
          <div key={at} className="medium:grid medium:grid-cols-2">
            <Side line={row.before} kind={row.kind === "same" ? "same" : "removed"} />
            <Side line={row.after} kind={row.kind === "same" ? "same" : "added"} right />
          </div>
        ),
      )}
    </ScrollBox>
  );
}

type OldAndNewProps = {
  before: string | null;
  after: string | null;
  /** Where there are both. */ rows: readonly DiffRow[] | null;
  /** What the two are called. */ labels?: readonly [string, string];
};

/** The values of a change: side by side where there are both, the only one as it is, nothing where it has none. */
export function OldAndNew({ before, after, rows, labels = ["Before", "After"] }: OldAndNewProps) {
  if (rows !== null) return <DiffView rows={rows} before={labels[0]} after={labels[1]} />;
  const one = before ?? after;
  return one === null ? null : <CodeBlock label={before === null ? labels[1] : labels[0]} text={one} />;
}

const looks = {
  same: { sign: " ", word: "", className: "" },
  removed: { sign: "−", word: "removed: ", className: "bg-bad-soft text-bad" },
  added: { sign: "+", word: "added: ", className: "bg-good-soft text-good" },
};

function Side({ line, kind, right = false }: { line: string | undefined; kind: keyof typeof looks; right?: boolean }) {
  const { sign, word, className } = looks[kind];
  const edge = right ? "medium:border-l medium:border-line" : "";
  // An unchanged line is the same on both sides: one column shows it once.
  if (line === undefined) return <div className={`hidden medium:block ${edge}`} />;
  return (
    <div className={`flex min-w-0 px-3 ${edge} ${className} ${right && kind === "same" ? "hidden medium:flex" : ""}`}>
      <span aria-hidden="true" className="w-4 shrink-0 select-none">
        {sign}
      </span>
      {word !== "" && <span className="sr-only">{word}</span>}
      <Name className="min-w-0 whitespace-pre-wrap">{line === "" ? " " : line}</Name>
    </div>
  );
}
