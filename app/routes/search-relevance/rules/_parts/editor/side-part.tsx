import { Link } from "@remix-run/react";
import { StepButton } from "~/components/forms/step-button";
import { Card } from "~/components/ui/card";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { CodeBlock } from "~/components/ui/request/code-block";
import { ViewRequest } from "~/components/ui/request/view-request";
import { formatDuration } from "~/lib/values/dates";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Check } from "~/services/search-relevance/rules/checks";
import type { RuleTest, TriedRow } from "~/services/search-relevance/rules/try.server";
import type { RulePage } from "./load.server";

const input =
  "block w-full min-w-0 rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 font-normal text-ink min-h-[34px]";

/** Beside the form: a test of the rule as it stands, and what other rules do to it. */
export function SidePart({ page, busy, orderTo }: { page: RulePage; busy: boolean; orderTo: string }) {
  const { tried, only, indices } = page;
  const order = page.hints.filter(({ about }) => about === "order");
  return (
    <div className="mb-4 grid min-w-0 gap-4">
      <section id="test" aria-labelledby="test-title" className="min-w-0 scroll-mt-4 rounded border border-line">
        <div className="bg-raised p-3.5">
          <h2 id="test-title" className="text-13 font-bold">
            Test
          </h2>
          <p className="mb-2 text-13 text-muted">Runs the rule as it is in the form, unsaved.</p>
          <div className="grid gap-2">
            {only === null && (
              <label className="text-13">
                Index
                <input
                  name="testIn"
                  defaultValue={tried.in}
                  list="rule-indices"
                  placeholder="All of the condition"
                  spellCheck={false}
                  autoComplete="off"
                  className={input}
                />
              </label>
            )}
            <div className="flex gap-2">
              <input
                type="search"
                name="testText"
                aria-label="Test query"
                placeholder="Query"
                defaultValue={tried.q}
                autoComplete="off"
                className={input}
              />
              <StepButton step="test" disabled={busy} className="whitespace-nowrap">
                Test rule
              </StepButton>
            </div>
          </div>
          <datalist id="rule-indices">
            {indices.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        {tried.test &&
          (tried.test.ok ? (
            <Result test={tried.test.value} />
          ) : (
            <ErrorPanel title="The rule could not be tested." failure={tried.test.failure} />
          ))}
      </section>
      {order.length > 0 && (
        <Card tone="warn" title="Other rules">
          {order.map(({ text }) => (
            <Name as="p" key={text} className="mt-1 text-13 text-muted">
              {text}
            </Name>
          ))}
          <Link to={orderTo} className="link mt-1 inline-block text-13">
            Change the order
          </Link>
        </Card>
      )}
    </div>
  );
}

function Result({ test }: { test: RuleTest }) {
  const { fired, checks, rows, without, total, took, scriptTook, customData, request } = test;
  return (
    <>
      <div className="border-t border-line px-3.5 py-2.5">
        <p className="flex flex-wrap items-center justify-between gap-2 text-13">
          <StatusBadge tone={fired ? "good" : "neutral"}>{fired ? "Rule fired" : "Rule did not fire"}</StatusBadge>
          <span className="text-12 text-muted">
            {countOf(total, "result")} · {formatDuration(took)}
            {scriptTook !== null && `, script ${formatDuration(scriptTook)}`}
          </span>
        </p>
        {checks.length > 0 && (
          <ul className="mt-2 grid gap-1 text-13">
            {checks.map((check) => (
              <CheckLine key={check.text} check={check} />
            ))}
          </ul>
        )}
      </div>
      {rows.length > 0 && (
        <ol aria-label="Results with the rule">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center gap-2 border-t border-line px-3.5 py-1.5">
              <span className="w-5 shrink-0 text-right text-13 tabular-nums text-muted">{row.place ?? "–"}</span>
              <span
                className={`min-w-0 flex-1 truncate text-13 ${row.place === null ? "text-muted line-through" : ""}`}
                title={row.title}
              >
                {row.title}
              </span>
              <Mark row={row} />
            </li>
          ))}
        </ol>
      )}
      {rows.length === 0 && <p className="border-t border-line px-3.5 py-2 text-13 text-muted">Nothing was found.</p>}
      <div className="grid gap-2 border-t border-line bg-raised px-3.5 py-2.5">
        <details>
          <summary className="link w-fit text-13">Compare without rule</summary>
          <div className="mt-2 grid grid-cols-2 gap-3">
            <Column title="Without" rows={without} />
            <Column title="With the rule" rows={rows.filter(({ place }) => place !== null)} />
          </div>
        </details>
        <ViewRequest request={request} />
        {customData !== null && <CodeBlock label="Custom data" text={customData} />}
      </div>
    </>
  );
}

const states = {
  holds: { shape: "shape shape-good", word: "Yes: " },
  fails: { shape: "shape shape-bad", word: "No: " },
  idle: { shape: "", word: "" },
};

function CheckLine({ check: { state, text } }: { check: Check }) {
  const { shape, word } = states[state];
  return (
    <Name as="li" className={`flex gap-2 ${state === "idle" ? "text-muted" : ""}`}>
      {state === "idle" ? (
        <span aria-hidden="true">–</span>
      ) : (
        <span aria-hidden="true" className={`${shape} mt-1.5 ${state === "holds" ? "text-good" : "text-bad"}`} />
      )}
      <span className="min-w-0">
        <span className="sr-only">{word}</span>
        {text}
      </span>
    </Name>
  );
}

function Column({ title, rows }: { title: string; rows: readonly { id: string; title: string }[] }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 text-12 font-bold">{title}</h3>
      <ol className="grid gap-1 text-12">
        {rows.map((row, at) => (
          <li key={row.id} className="truncate" title={row.title}>
            <span className="text-muted">{formatNumber(at + 1)}</span> {row.title}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Mark({ row: { mark, was } }: { row: TriedRow }) {
  if (mark === null) return null;
  if (mark === "promoted") return <StatusBadge tone="info">promoted</StatusBadge>;
  if (mark === "hidden") return <StatusBadge tone="neutral">gone, was {was}</StatusBadge>;
  return <StatusBadge tone="neutral">{mark === "new" ? "new" : `was ${String(was)}`}</StatusBadge>;
}
