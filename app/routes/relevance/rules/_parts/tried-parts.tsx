import { CodeBlock } from "~/components/detail-kit";
import { FieldGroup } from "~/components/form-kit";
import { Button, ErrorPanel, StatusBadge } from "~/components/kit";
import { formatDuration } from "~/lib/dates";
import { formatNumber } from "~/lib/numbers";
import type { RuleTest, ScriptCheck, TriedRow } from "~/services/rules/try.server";
import type { loadRule } from "./form.server";

type Tried = Awaited<ReturnType<typeof loadRule>>["tried"];
const input = "mt-1 block rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 font-normal text-ink min-h-[34px]";

/** What a script printed when it was checked, and its fault. */
export function ScriptResult({ check: { ok, message, lines } }: { check: ScriptCheck }) {
  return (
    <div id="checked" className="mt-3 scroll-mt-4">
      <p className="mb-2 flex flex-wrap items-center gap-2 text-13">
        <StatusBadge tone={ok ? "good" : "bad"}>{ok ? "Valid script" : "Invalid script"}</StatusBadge>
        <span className="[overflow-wrap:anywhere]">{message}</span>
      </p>
      {lines.length > 0 && <CodeBlock label="Console" text={lines.join("\n")} />}
    </div>
  );
}

/** A search with the rule as it stands in the form, beside the same without it. */
export function TestPart({ tried, indices, busy }: { tried: Tried; indices: readonly string[]; busy: boolean }) {
  const [only] = indices;
  return (
    <FieldGroup legend="Test" hint="Searches with the rule as it stands here, unsaved.">
      <div id="test" className="flex scroll-mt-4 flex-wrap items-end gap-2">
        <label className="text-13 font-semibold">
          Search for
          <input type="search" name="testText" defaultValue={tried.q} className={input} />
        </label>
        <label className="text-13 font-semibold">
          Search in
          <input type="text" name="testIn" defaultValue={tried.in || only} list="rule-indices" spellCheck={false} autoComplete="off" className={input} />
        </label>
        <Button name="then" value="test" disabled={busy}>
          Test rule
        </Button>
      </div>
      {tried.test && (tried.test.ok ? <Result test={tried.test.value} /> : <ErrorPanel title="The rule could not be tested." failure={tried.test.failure} />)}
    </FieldGroup>
  );
}

function Result({ test: { fired, rows, total, took, customData } }: { test: RuleTest }) {
  return (
    <div className="mt-3">
      <p className="mb-2 flex flex-wrap items-center gap-3 text-13">
        <StatusBadge tone={fired ? "good" : "neutral"}>{fired ? "Rule fired" : "Rule did not fire"}</StatusBadge>
        <span className="text-muted">
          {formatNumber(total)} {total === 1 ? "result" : "results"} · {formatDuration(took)}
        </span>
      </p>
      {rows.length > 0 && (
        <ol className="rounded border border-line" aria-label="Results">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1.5 last:border-b-0">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="mr-2 inline-block w-6 text-right tabular-nums text-muted">{row.place ?? "–"}</span>
                {row.title}
              </span>
              <Mark row={row} />
            </li>
          ))}
        </ol>
      )}
      {customData !== null && (
        <div className="mt-3">
          <CodeBlock label="Custom data" text={customData} />
        </div>
      )}
    </div>
  );
}

function Mark({ row: { mark, was } }: { row: TriedRow }) {
  if (mark === null) return null;
  if (mark === "promoted") return <StatusBadge tone="info">promoted</StatusBadge>;
  if (mark === "hidden") return <StatusBadge tone="neutral">gone, was {was}</StatusBadge>;
  return <StatusBadge tone="neutral">{mark === "new" ? "new" : `was ${String(was)}`}</StatusBadge>;
}
