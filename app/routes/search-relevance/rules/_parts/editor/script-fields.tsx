import { HANDLERS_OF, TRIGGERS } from "@common/search-relevance/rule-kinds";
import { JsonArea } from "~/components/forms/code/json-area";
import { ScriptArea } from "~/components/forms/code/script-area";
import { StepButton } from "~/components/forms/step-button";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { CodeBlock } from "~/components/ui/request/code-block";
import type { ScriptCheck } from "~/services/search-relevance/rules/check-script.server";
import { scriptHint } from "~/services/search-relevance/rules/script-hint";
import type { RuleFields } from "./fields-type";
import { LABELS } from "./labels";
import type { RulePage } from "./load.server";

const input =
  "mt-1 block w-full rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 font-normal text-ink min-h-[34px]";

/** The script of a rule in an editor, the variables that it gets, and a run of it on a sample. */
export function ScriptFields({
  page: { tried, only, values },
  fields,
  busy,
}: {
  page: RulePage;
  fields: RuleFields;
  busy: boolean;
}) {
  const { check } = tried;
  const trigger = TRIGGERS.find((one) => one === values.trigger) ?? "filter";
  return (
    <>
      <ScriptArea
        field={fields.script}
        label={LABELS.script}
        hint={scriptHint(trigger)}
        handlers={HANDLERS_OF[trigger]}
        rows={12}
      />
      <details className="mb-3" open={fields.envs.errors !== undefined || (fields.envs.initialValue ?? "") !== ""}>
        <summary className="link w-fit text-13">{LABELS.envs}</summary>
        <div className="mt-2">
          <JsonArea
            field={fields.envs}
            label={LABELS.envs}
            hint="A JSON object that the script finds as context.envs."
            rows={3}
          />
        </div>
      </details>
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <label className="min-w-[8rem] flex-1 text-13 font-semibold">
          Sample query
          <input
            name="checkText"
            defaultValue={tried.checkText}
            placeholder="example"
            autoComplete="off"
            className={input}
          />
        </label>
        <label className="min-w-[8rem] flex-1 text-13 font-semibold">
          Sample index
          <input
            name="checkIn"
            defaultValue={tried.check === null ? (only ?? "") : tried.checkIn}
            list="rule-indices"
            placeholder="None: nothing is searched"
            autoComplete="off"
            spellCheck={false}
            className={input}
          />
        </label>
        <StepButton step="check" disabled={busy}>
          Check script
        </StepButton>
      </div>
      {check &&
        (check.ok ? (
          <Checked check={check.value} />
        ) : (
          <ErrorPanel title="The script could not be checked." failure={check.failure} />
        ))}
    </>
  );
}

/** What a script printed when it was checked, its fault, and what it made of the sample. */
function Checked({ check: { ok, message, lines, request, response } }: { check: ScriptCheck }) {
  return (
    <div className="mb-3 grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-13">
        <StatusBadge tone={ok ? "good" : "bad"}>{ok ? "Valid script" : "Invalid script"}</StatusBadge>
        <Name>{message}</Name>
      </p>
      {lines.length > 0 ? (
        <CodeBlock label="Console" text={lines.join("\n")} />
      ) : (
        <p className="text-13 text-muted">Nothing was printed to the console.</p>
      )}
      {request !== null && (
        <details>
          <summary className="link w-fit text-13">Request after the script</summary>
          <CodeBlock label="Request after the script" text={request} />
        </details>
      )}
      {response !== null && (
        <details>
          <summary className="link w-fit text-13">Response after the script</summary>
          <CodeBlock label="Response after the script" text={response} />
        </details>
      )}
    </div>
  );
}
