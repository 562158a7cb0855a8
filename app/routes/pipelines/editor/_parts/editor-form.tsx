import { TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { ScriptArea } from "~/components/forms/code/script-area";
import { ServerForm } from "~/components/forms/server-form";
import { StepButton } from "~/components/forms/step-button";
import { useServerForm } from "~/components/forms/use-server-form";
import { YamlArea } from "~/components/forms/code/yaml-area";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import type { Gate } from "~/lib/access-control/gate";
import { failureMessage } from "~/lib/messages/user-messages";
import { formatNumber } from "~/lib/values/numbers";
import { EDIT } from "./intents";
import type { EditorPage } from "./load.server";
import { StageDrawing } from "./stage-drawing";
import type { EditorShape } from "./shape";
import { StageForm } from "./stage-form";
import { TextRemarks } from "./text-remarks";

type EditorFormProps = {
  page: EditorPage;
  /** With the thing in it, and another for another draft. */
  formId: string;
  /** The version that a save has as its precondition; empty for a new one. */
  version: string;
  /** What the primary button does. */
  save: { label: string; busyLabel: string; then: "save" | "save-new" };
  gate: Gate;
  cancelTo: string;
  /** Whether the version can be described. */
  describes: boolean;
  unsaved: boolean;
};

const ticked = (on: boolean) => (on ? "on" : "");

/**
 * A pipeline as text, its scripts, and its stages: drawn above, one of them as a form beside. Each button takes
 * everything that was typed along, so the page is whole without scripts.
 */
export function EditorForm({ page, formId, version, save, gate, cancelTo, describes, unsaved }: EditorFormProps) {
  const { stage } = page;
  const { form, fields, busy } = useServerForm<EditorShape>({
    id: formId,
    intent: EDIT,
    defaultValue: {
      content: page.content,
      description: page.description,
      add: "script",
      files: page.names.map((name) => ({ name, text: page.scripts[name] ?? "" })),
      stageId: stage?.id ?? "",
      stageAsync: ticked(stage?.isAsync ?? false),
      stageContinues: ticked(stage?.continueOnError ?? true),
      stageEnabled: ticked(stage?.enabled ?? true),
      stageNeeds: stage?.needs ?? "",
      stageTrigger: stage?.trigger ?? "",
      inputs: stage?.inputs.map(({ name, value }) => ({ name, value })) ?? [],
    },
  });
  return (
    <ServerForm
      form={form}
      intent={EDIT}
      labels={{
        content: "Pipeline",
        description: "What this version changes",
        ...Object.fromEntries(stage?.inputs.map(({ name }, at) => [`inputs[${at}].value`, name]) ?? []),
      }}
      className=""
      enterAsIs
    >
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="file" value={page.shownFile} />
      <input type="hidden" name="stage" value={stage?.id ?? ""} />
      {page.drawing.stages.length > 0 && !page.lets && (
        <Notice tone="warn">
          No stage <code>authorization</code>: it answers nobody, unless whoever runs the server allows open pipelines.
        </Notice>
      )}
      <section aria-label="Drawing of the stages" className="mb-4 rounded border border-line">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-raised px-3 py-2">
          <h2 className="text-14 font-bold">
            Stages <span className="font-normal text-muted">{page.drawing.stages.length}</span>
          </h2>
          <TriedLine page={page} />
          <span className="ml-auto">
            <StepButton step="run">Run sample</StepButton>
          </span>
        </div>
        <StageDrawing stages={page.drawing.stages} total={page.drawing.total} chosen={stage?.id ?? ""} />
        <AddStage page={page} />
      </section>
      <div className={`grid items-start gap-x-5 ${stage ? "xlarge:grid-cols-[minmax(0,1fr)_340px]" : ""}`}>
        <div className="min-w-0">
          <FileTabs page={page} />
          <Texts page={page} fields={fields} />
        </div>
        {stage && <StageForm stage={stage} fields={fields} />}
      </div>
      {describes && (
        <TextField
          field={fields.description}
          label="What this version changes"
          autoComplete="off"
          className="max-w-form"
        />
      )}
      <FormEnd
        label={save.label}
        busyLabel={save.busyLabel}
        as={{ name: "then", value: save.then }}
        busy={busy}
        gate={gate}
        cancelTo={cancelTo}
        sticky
      >
        {unsaved && <span className="order-last text-13 text-muted small:ml-auto">Not saved yet; kept for a day.</span>}
      </FormEnd>
    </ServerForm>
  );
}

function TriedLine({ page: { tried } }: { page: EditorPage }) {
  if (tried === null)
    return (
      <span className="text-13 text-muted">A run changes nothing on this server. It does call other addresses.</span>
    );
  if (!tried.ok) return <Name className="text-13 text-bad">{failureMessage(tried.failure)}</Name>;
  const { code, took, error } = tried;
  return (
    <span className="flex flex-wrap items-center gap-2 text-13">
      {code !== null && <StatusBadge tone={code < 400 ? "good" : "bad"}>{code}</StatusBadge>}
      {took !== null && <strong className="tabular-nums">{formatNumber(took, 1)} ms</strong>}
      {error && <Name className="text-bad">{`${error.stage === null ? "" : `${error.stage}: `}${error.message}`}</Name>}
    </span>
  );
}

function AddStage({ page }: { page: EditorPage }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-raised px-3 py-2">
      <label htmlFor="add-stage" className="text-13 font-semibold">
        Add stage
      </label>
      <select
        id="add-stage"
        name="add"
        className="min-h-[34px] min-w-0 max-w-full rounded border border-line-strong bg-surface px-2 text-14"
      >
        <option value="script">Script</option>
        {page.offered.map(({ name, title, missing }) => (
          <option key={name} value={name}>
            {missing === null ? `${title} (${name})` : `${title} (${name}), does not run here`}
          </option>
        ))}
      </select>
      <StepButton step="add-stage">Add</StepButton>
    </div>
  );
}

/** The files of the pipeline: the pressed one is shown below. Buttons, since what was typed goes along. */
function FileTabs({ page: { names, shownFile, textName, missing } }: { page: EditorPage }) {
  const tab = (name: string, label: string) => (
    <li key={name}>
      <StepButton
        step={`file:${name}`}
        tone="quiet"
        aria-current={name === shownFile ? "true" : undefined}
        className={name === shownFile ? "rounded-b-none bg-accent-soft text-ink" : ""}
      >
        {label}
      </StepButton>
    </li>
  );
  return (
    <>
      <ul aria-label="Files" className="mb-2 flex flex-wrap gap-1 border-b border-line">
        {tab("", textName)}
        {names.map((name) => tab(name, name))}
      </ul>
      {missing.map((name) => (
        <Notice key={name} tone="warn">
          A stage runs <code>{name}</code>, which is not there.{" "}
          <StepButton step={`add-file:${name}`}>{`Add ${name}`}</StepButton>
        </Notice>
      ))}
    </>
  );
}

type Fields = ReturnType<typeof useServerForm<EditorShape>>["fields"];

function Texts({ page, fields }: { page: EditorPage; fields: Fields }) {
  const { shownFile, textName, names } = page;
  const isJson = textName.endsWith(".json");
  const rows = fields.files.getFieldList();
  return (
    <>
      {shownFile === "" ? (
        <>
          <TextRemarks page={page} />
          {isJson ? (
            <JsonArea field={fields.content} label="Pipeline" rows={30} />
          ) : (
            <YamlArea field={fields.content} label="Pipeline" rows={30} />
          )}
          <p className="mb-4 text-13">
            <StepButton step={isJson ? "as-yaml" : "as-json"}>
              {isJson ? "Convert to YAML" : "Convert to JSON"}
            </StepButton>
            {!isJson && <span className="ml-2 text-muted">Comments are lost.</span>}
          </p>
        </>
      ) : (
        <input type="hidden" name="content" value={page.content} />
      )}
      {rows.map((row, at) => {
        const { name, text } = row.getFieldset();
        const own = names[at] ?? "";
        return (
          <div key={own}>
            <input type="hidden" name={name.name} value={own} />
            {own === shownFile ? (
              <>
                <ScriptArea field={text} label={own} handlers={[]} rows={26} />
                <p className="mb-4">
                  <StepButton step={`remove-file:${own}`} tone="quiet">{`Remove ${own}`}</StepButton>
                </p>
              </>
            ) : (
              <input type="hidden" name={text.name} value={page.scripts[own] ?? ""} />
            )}
          </div>
        );
      })}
    </>
  );
}
