import { parseJson } from "@common/text/json";
import type { ReactNode } from "react";
import { ChangeList } from "~/components/editor/review-page";
import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterSelect } from "~/components/ui/filter/filter-bar";
import { Name } from "~/components/ui/name";
import { Tabs } from "~/components/ui/page/tabs";
import { CodeBlock } from "~/components/ui/request/code-block";
import { JsonTree } from "~/components/ui/request/json-tree";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { validateAddress } from "./addresses";
import type { Told } from "./load.server";

type ValidateHere = ReturnType<(typeof validateAddress)["at"]>;
type PanelsProps = { told: Told; here: ValidateHere; stages: number };

/** What a run left: the context behind a stage, the answer, what was logged, and what each stage changed. */
export function RunPanels({ told, here, stages }: PanelsProps) {
  return (
    <div className="mt-5 grid items-start gap-4 xlarge:grid-cols-2">
      <Panel title="Execution context">
        <ContextPanel context={told.context} here={here} />
      </Panel>
      <Panel title="Response">
        <ResponsePanel response={told.response} here={here} />
      </Panel>
      <Panel
        title="Console"
        note={countOf(
          told.console.reduce((sum, { lines }) => sum + lines.length, 0),
          "line",
        )}
      >
        <ConsolePanel told={told} />
      </Panel>
      <Panel title="Stage changes" note={`${told.changes.length} of ${countOf(stages, "stage")}`}>
        <ChangesPanel changes={told.changes} />
      </Panel>
    </div>
  );
}

function Panel({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded border border-line">
      <div className="flex items-baseline justify-between gap-3 border-b border-line bg-raised px-3 py-2">
        <h3 className="text-14 font-bold">{title}</h3>
        {note !== undefined && <span className="text-13 text-muted">{note}</span>}
      </div>
      <div className="p-3">{children}</div>
    </section>
  );
}

function ContextPanel({ context, here }: { context: Told["context"]; here: ValidateHere }) {
  if (context === null) return <p className="text-muted">The server tells no context of this run.</p>;
  return (
    <>
      <AddressForm here={here} controls={["after"]} keepScroll className="mb-3 flex flex-wrap items-end gap-2">
        <FilterSelect
          name="after"
          label="After which stage"
          defaultValue={context.after}
          options={context.stages.map((id) => ({ value: id, label: `after ${id}` }))}
        />
        <Button>Show</Button>
      </AddressForm>
      {context.isTree ? (
        <JsonTree value={parseJson(context.text)} label={`Context after ${context.after}`} open={2} />
      ) : (
        <CodeBlock label={`Context after ${context.after}`} text={context.text} />
      )}
    </>
  );
}

function ResponsePanel({ response, here }: { response: Told["response"]; here: ValidateHere }) {
  const { changes, live, own } = response;
  if (changes === null || live === null) return <Answer label="Response" answer={own} />;
  const { show } = here.state;
  const tab = (value: typeof show, label: string) => ({
    to: here.href({ show: value === "" ? undefined : value }),
    label,
    current: show === value,
  });
  return (
    <>
      <Tabs label="Response" tabs={[tab("", "Difference"), tab("live", "Live"), tab("own", "Draft")]} />
      {show === "" ? (
        <ChangeList changes={changes} before="Live" after="Draft" />
      ) : (
        <Answer label={show === "live" ? "Live" : "Draft"} answer={show === "live" ? live : own} />
      )}
    </>
  );
}

function Answer({ label, answer }: { label: string; answer: Told["response"]["own"] }) {
  if (answer.text === "") return <p className="text-muted">No response.</p>;
  return (
    <>
      <CodeBlock label={label} text={answer.text} lineNumbers />
      {answer.cut && <p className="mt-2 text-13 text-muted">The beginning only.</p>}
    </>
  );
}

function ConsolePanel({ told: { console, liveLines } }: { told: Told }) {
  if (console.length === 0)
    return (
      <p className="text-muted">
        Nothing was logged. Scripts write here with <code>console.log()</code>.
      </p>
    );
  return (
    <>
      <dl className="space-y-1 font-mono text-code">
        {console.map(({ stage, lines }, at) => (
          <div key={`${at} ${stage}`} className="flex flex-wrap gap-x-3">
            <dt className="font-semibold">{stage === "" ? "script" : <Name>{stage}</Name>}</dt>
            <dd className="min-w-0 flex-1">
              {lines.map((line, place) => (
                <Name as="div" key={place} className="whitespace-pre-wrap">
                  {line}
                </Name>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {liveLines !== null && <p className="mt-2 text-13 text-muted">{`Live: ${countOf(liveLines, "line")}`}</p>}
    </>
  );
}

function ChangesPanel({ changes }: { changes: Told["changes"] }) {
  if (changes.length === 0) return <p className="text-muted">No stage changed anything.</p>;
  return (
    <ul className="divide-y divide-line">
      {changes.map(({ id, took, parts }) => (
        <li key={id}>
          <details>
            <summary className="flex min-h-[32px] flex-wrap items-baseline gap-x-2">
              <span aria-hidden="true" className="chevron mx-1 text-muted" />
              <Name className="font-mono font-semibold">{id}</Name>
              <Name className="text-13 text-muted">
                {parts.map(({ part, added }) => (added ? `${part}, added` : part)).join("; ")}
              </Name>
              {took !== null && <span className="ml-auto tabular-nums">{formatNumber(took, 1)} ms</span>}
            </summary>
            {parts.map(({ part, changes: of }) => (
              <div key={part} className="mb-3">
                <Name as="p" className="mb-1 font-mono text-12 text-muted">
                  {part}
                </Name>
                <ChangeList changes={of} before="Before" after="After" />
              </div>
            ))}
          </details>
        </li>
      ))}
    </ul>
  );
}
