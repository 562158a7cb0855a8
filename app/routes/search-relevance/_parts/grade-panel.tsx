import { type KeyboardEvent, useEffect, useState } from "react";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Gated } from "~/components/ui/message/gated";
import { Name } from "~/components/ui/name";
import type { Gate } from "~/lib/access-control/gate";
import { GRADE, gradeChoices } from "./grade-words";

/** `remark` says where it stands, and what of it was clicked. */
export type Gradable = { id: string; title: string; remark: string; grade: number | null; proposed?: number | null };

// The keys act where the focus is in the list, and nowhere else: a page may be read with the same ones.
function onKey(event: KeyboardEvent<HTMLOListElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest("li");
  const buttonIn = (item: Element | null | undefined, sent?: string) =>
    item?.querySelector<HTMLButtonElement>(
      sent === undefined ? "button[aria-pressed=true], button" : `button[data-grade="${sent}"]`,
    );
  if (event.key === "j" || event.key === "k") {
    event.preventDefault();
    buttonIn(event.key === "j" ? row?.nextElementSibling : row?.previousElementSibling)?.focus();
  } else if (/^[0-3]$/.test(event.key)) {
    event.preventDefault();
    const button = buttonIn(row, event.key);
    button?.focus();
    button?.click();
  }
}

/** Documents of a search term, each with a button for each grade. */
export function GradePanel({ term, rows, gate }: { term: string; rows: readonly Gradable[]; gate: Gate }) {
  const { form } = useServerForm<{ term: string; graded: string[] }>({ id: "grade-results", intent: GRADE });
  const [scripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  const proposed = rows.filter(
    ({ grade, proposed: wished }) => wished !== undefined && wished !== null && wished !== grade,
  );
  return (
    <section aria-labelledby="grades" className="mt-6">
      <h2 id="grades" className="text-16 font-bold">
        Grades for <Name as="q">{term}</Name>
      </h2>
      <p className="mb-2 text-13 text-muted">
        3 best, 2 good, 1 weak, 0 no answer.
        {scripts &&
          " Keys, while a grade has the focus: 0 to 3 grade, j and k move to the next and the previous document."}
      </p>
      <ServerForm form={form} intent={GRADE} className="">
        <input type="hidden" name="term" value={term} />
        {/* The buttons in it are the controls; the list only hears their keys. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ol className="rounded border border-line" onKeyDown={onKey}>
          {rows.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line px-3 py-2 last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-48">
                <Name as="p" className="font-semibold">
                  {row.title}
                </Name>
                <p className="text-13 text-muted">{row.remark}</p>
              </div>
              {gate.ok ? (
                <Buttons row={row} />
              ) : (
                <span className="text-13 text-muted">{row.grade === null ? "No grade" : `Grade ${row.grade}`}</span>
              )}
            </li>
          ))}
        </ol>
        {!gate.ok && (
          <div className="mt-3">
            <Gated gate={gate} label="Grade results">
              {null}
            </Gated>
          </div>
        )}
      </ServerForm>
      {gate.ok && proposed.length > 1 && <AcceptAll term={term} rows={proposed} />}
    </section>
  );
}

const button = "min-h-[30px] min-w-[30px] rounded border px-2 text-13";

function Buttons({ row: { id, title, grade, proposed } }: { row: Gradable }) {
  return (
    <div role="group" aria-label={`Grade of ${title}`} className="flex shrink-0 flex-wrap gap-1">
      {gradeChoices.map(({ sent, value, word }) => {
        const isSet = value === grade;
        const look = isSet
          ? "border-accent bg-accent-soft font-bold"
          : proposed === value && value !== null
            ? "border-dashed border-accent"
            : "border-line-strong";
        return (
          <button
            key={sent}
            name="graded"
            value={`${sent} ${id}`}
            data-grade={sent}
            aria-pressed={isSet}
            title={word}
            className={`${button} ${look}`}
          >
            {value === null ? "None" : value}
            {value !== null && (
              <span className="sr-only">
                {" "}
                {word}
                {proposed === value && !isSet ? ", proposed" : ""}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function AcceptAll({ term, rows }: { term: string; rows: readonly Gradable[] }) {
  const { form, busy } = useServerForm<{ term: string; graded: string[] }>({ id: "accept-grades", intent: GRADE });
  return (
    <ServerForm form={form} intent={GRADE} className="mt-3">
      <input type="hidden" name="term" value={term} />
      {rows.map(({ id, proposed }) => (
        <input key={id} type="hidden" name="graded" value={`${proposed ?? "-"} ${id}`} />
      ))}
      <button disabled={busy} className={`${button} border-line-strong font-semibold`}>
        Accept {rows.length} proposed grades
      </button>
    </ServerForm>
  );
}
