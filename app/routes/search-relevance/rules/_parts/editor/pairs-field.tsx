import { useRef, useState } from "react";
import { FieldErrors } from "~/components/forms/field";
import { StepButton } from "~/components/forms/step-button";
import { Button } from "~/components/ui/button";
import type { RuleFields } from "./fields-type";

type Part = { name: string; label: string; list?: string; placeholder?: string };
type PairsFieldProps = {
  /** The action, whose button gives another row without scripts. */
  type: string;
  field: RuleFields["words"] | RuleFields["filters"];
  name: string;
  parts: readonly [Part, Part];
  /** The word between the two. */
  between: string;
  more: string;
  rows: readonly Record<string, string>[];
  scripts: boolean;
  busy: boolean;
};

const input =
  "block w-full min-w-0 rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 text-ink min-h-[34px]";

/** Rows of two texts that belong together. One row is always empty; rows that are left empty do not count. */
export function PairsField({ type, field, name, parts, between, more, rows, scripts, busy }: PairsFieldProps) {
  const [keys, setKeys] = useState(() => [...rows.keys(), rows.length]);
  const next = useRef(rows.length + 1);
  const [first, second] = parts;
  const control = (part: Part, key: number, at: number, id?: string) => (
    <input
      id={id}
      name={`${name}[${at}].${part.name}`}
      defaultValue={rows[key]?.[part.name] ?? ""}
      aria-label={`${part.label}, row ${at + 1}`}
      list={part.list}
      placeholder={part.placeholder}
      autoComplete="off"
      spellCheck={false}
      className={input}
    />
  );
  return (
    <>
      <ul>
        {keys.map((key, at) => (
          <li key={key} className="mb-2 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2">
            {control(first, key, at, at === 0 ? field.id : undefined)}
            <span className="text-13 text-muted">{between}</span>
            {control(second, key, at)}
            {scripts && (
              <Button
                type="button"
                tone="quiet"
                aria-label={`Remove row ${at + 1}`}
                className="px-1.5"
                onClick={() =>
                  setKeys((now) => (now.length === 1 ? [(next.current += 1)] : now.filter((one) => one !== key)))
                }
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FieldErrors id={field.errorId} errors={field.errors} />
      <StepButton
        tone="quiet"
        step={`rows:${type}`}
        atOnce={scripts && (() => setKeys((now) => [...now, (next.current += 1)]))}
        disabled={busy}
        className="mb-2 px-0"
      >
        {more}
      </StepButton>
    </>
  );
}
