import { FoundDocuments } from "~/components/documents/found-documents";
import { FieldErrors } from "~/components/forms/field";
import { StepButton } from "~/components/forms/step-button";
import { Name } from "~/components/ui/name";
import { heldDocument } from "~/lib/data/documents/title";
import type { FoundDocument } from "~/services/data/documents/find.server";
import type { Settled } from "~/services/platform/http/settle.server";
import type { RuleFields } from "./fields-type";

type DocumentsFieldProps = {
  kind: "promote" | "hide";
  field: RuleFields["promoted"] | RuleFields["hide"];
  /** Documents as the form holds them: promoted ones as JSON with their place, hidden ones by their id. */
  rows: readonly Record<string, string>[];
  /** What documents are called, by id. */
  titles: Readonly<Record<string, string>>;
  finder: { found: Settled<FoundDocument[]> | null; text: string };
  busy: boolean;
};

const input =
  "block rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 font-normal text-ink min-h-[34px]";
const WORDS = {
  promote: { find: "find", button: "find", act: "Promote", none: "None yet. Find a document to show it first." },
  hide: { find: "findHide", button: "find-hide", act: "Hide", none: "None yet. Find a document to hide it." },
} as const;

/** Documents that are shown first or not at all, and a search to find more of them. */
export function DocumentsField({ kind, field, rows, titles, finder, busy }: DocumentsFieldProps) {
  const { find, button, act, none } = WORDS[kind];
  return (
    <>
      {rows.length === 0 && <p className="mb-2 text-13 text-muted">{none}</p>}
      <ul>
        {rows.map(({ json = "", position = "" }, at) => {
          const held = kind === "promote" ? heldDocument(json) : { id: json, title: json };
          const { id } = held;
          // As it is called now: what a rule keeps of a document is as old as the rule.
          const title = titles[id] ?? held.title;
          return (
            <li key={`${id}-${at}`} className="mb-2 flex items-center gap-2">
              <input type="hidden" name={kind === "promote" ? `promoted[${at}].json` : `hide[${at}]`} value={json} />
              {kind === "promote" && (
                <input
                  type="number"
                  name={`promoted[${at}].position`}
                  min={1}
                  max={1000}
                  defaultValue={position}
                  aria-label={`Position of ${title}`}
                  className={`${input} w-16 text-right`}
                />
              )}
              <Name className="min-w-0 flex-1 text-14">
                {title} {title !== id && <span className="font-mono text-12 text-muted">{id}</span>}
              </Name>
              <StepButton
                tone="quiet"
                step={`${kind === "promote" ? "drop" : "show"}:${at}`}
                disabled={busy}
                aria-label={`Remove ${title}`}
                className="px-1.5"
              >
                Remove
              </StepButton>
            </li>
          );
        })}
      </ul>
      <div className="mb-2 flex items-end gap-2">
        <label className="min-w-0 flex-1 text-13 font-semibold">
          Find a document to {kind}
          <input
            id={field.id}
            type="search"
            name={find}
            defaultValue={finder.text}
            placeholder="Words or an ID"
            autoComplete="off"
            className={`${input} mt-1 w-full`}
          />
        </label>
        <StepButton step={button} disabled={busy}>
          Find<span className="sr-only"> a document to {kind}</span>
        </StepButton>
      </div>
      <FieldErrors id={field.errorId} errors={field.errors} />
      {finder.found && <Found kind={kind} act={act} found={finder.found} text={finder.text} busy={busy} />}
    </>
  );
}

type FoundProps = {
  kind: "promote" | "hide";
  act: string;
  found: Settled<FoundDocument[]>;
  text: string;
  busy: boolean;
};

function Found({ kind, act, found, text, busy }: FoundProps) {
  const valueOf = ({ index, id }: FoundDocument) =>
    kind === "promote"
      ? `promote:${encodeURIComponent(index)}:${encodeURIComponent(id)}`
      : `hide:${encodeURIComponent(id)}`;
  return (
    <div className="mb-3">
      <FoundDocuments of={found}>
        {(document) => (
          <StepButton tone="quiet" step={valueOf(document)} disabled={busy} aria-label={`${act} ${document.title}`}>
            {act}
          </StepButton>
        )}
      </FoundDocuments>
      {kind === "hide" && found.ok && found.value.length === 0 && (
        <StepButton
          tone="quiet"
          step={`hide:${encodeURIComponent(text)}`}
          disabled={busy}
          className="px-0 [overflow-wrap:anywhere]"
        >
          Hide the ID {text} anyway
        </StepButton>
      )}
    </div>
  );
}
