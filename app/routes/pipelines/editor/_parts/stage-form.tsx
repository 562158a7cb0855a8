import { Link } from "@remix-run/react";
import { CheckboxField, TextArea, TextField } from "~/components/forms/field";
import { StepButton } from "~/components/forms/step-button";
import type { useServerForm } from "~/components/forms/use-server-form";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { CodeBlock } from "~/components/ui/request/code-block";
import { formatNumber } from "~/lib/values/numbers";
import type { EditorPage } from "./load.server";
import type { EditorShape } from "./shape";

type Stage = NonNullable<EditorPage["stage"]>;
type Fields = ReturnType<typeof useServerForm<EditorShape>>["fields"];

const isLong = (value: string) => value.includes("\n") || value.length > 60;

/** One stage as a form: what it works with, when it runs, and what came of it in the last run. */
export function StageForm({ stage, fields }: { stage: Stage; fields: Fields }) {
  const { id, title, description, missing, place, count, left, scriptRef } = stage;
  const inputs = fields.inputs.getFieldList();
  return (
    <section aria-label={`Stage ${id}`} className="min-w-0 rounded border border-line p-4">
      <input type="hidden" name="stageWas" value={stage.was} />
      <div className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <Name as="h2" className="font-mono text-14 font-bold">
          {id}
        </Name>
        <span className="text-12 text-muted">
          {title}, {place} of {count}
        </span>
      </div>
      <p className="mb-3 text-13 text-muted">{description}</p>
      {missing !== null && <p className="mb-3 text-13 text-warn">{missing}</p>}
      {stage.called.length > 0 && (
        <ul aria-label="What it works with" className="mb-3 flex flex-wrap gap-x-3 gap-y-1 text-13">
          {stage.called.map(({ kind, name, to }) => (
            <li key={to} className="min-w-0 text-muted">
              {kind}{" "}
              <Link to={to} className="link">
                <Name>{name}</Name>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <TextField field={fields.stageId} label="ID" autoComplete="off" spellCheck={false} />
      {scriptRef !== null && (
        <p className="mb-3">
          <StepButton step={`file:${scriptRef}`}>{`Open ${scriptRef}`}</StepButton>
        </p>
      )}
      {inputs.map((row, at) => {
        const { name, value } = row.getFieldset();
        const input = stage.inputs[at];
        if (input === undefined) return null;
        const label = input.required ? (
          input.name
        ) : (
          <>
            {input.name} <span className="font-normal text-faint">(optional)</span>
          </>
        );
        const hint = [input.hint, input.choices.length > 0 ? input.choices.join(", ") : ""].filter(Boolean).join(": ");
        const shared = { field: value, label, ...(hint !== "" && { hint }) };
        return (
          <div key={input.name}>
            <input type="hidden" name={name.name} value={input.name} />
            {isLong(input.value) || input.type === "object" || input.type === "array" ? (
              <TextArea {...shared} rows={Math.min(10, input.value.split("\n").length + 2)} code />
            ) : (
              <TextField {...shared} autoComplete="off" spellCheck={false} />
            )}
          </div>
        );
      })}
      <TextField
        field={fields.stageTrigger}
        label="Condition"
        hint="Over envs, context and inputs. Empty: it always runs."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        field={fields.stageNeeds}
        label="Depends on"
        hint="IDs of stages. Skipped where one of them was skipped."
        autoComplete="off"
        spellCheck={false}
      />
      <CheckboxField field={fields.stageAsync} label="Runs beside the next stages (async)" />
      <CheckboxField field={fields.stageContinues} label="Continue on error" />
      <CheckboxField field={fields.stageEnabled} label="On" />
      <div className="flex flex-wrap gap-2">
        <StepButton step="apply">Apply</StepButton>
        <StepButton step="run">Try</StepButton>
        {place > 1 && (
          <StepButton step={`up:${id}`} tone="quiet">
            Move up
          </StepButton>
        )}
        {place < count && (
          <StepButton step={`down:${id}`} tone="quiet">
            Move down
          </StepButton>
        )}
        <StepButton step={`remove-stage:${id}`} tone="quiet">
          Remove
        </StepButton>
      </div>
      {left && (
        <div className="mt-4 border-t border-line pt-3">
          <p className="mb-2 flex items-center gap-2 text-13">
            <StatusBadge tone={left.outcome === "failed" ? "bad" : left.outcome === "skipped" ? "neutral" : "good"}>
              {left.outcome}
            </StatusBadge>
            {left.took !== null && <span className="tabular-nums">{formatNumber(left.took, 1)} ms</span>}
          </p>
          {left.error !== null && (
            <Name as="p" className="mb-2 text-13 text-bad">
              {left.error}
            </Name>
          )}
          {left.own !== null && <CodeBlock label={`What ${id} left`} text={left.own} />}
        </div>
      )}
    </section>
  );
}
