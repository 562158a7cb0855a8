import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Name } from "~/components/ui/name";
import { ScrollBox } from "~/components/ui/table/scroll-box";
import { countOf } from "~/lib/values/numbers";
import { control, Switch } from "../../_parts/search/choice";
import { weightText } from "../../_parts/search/params";
import type { FieldRow, PreviewHere } from "../../_parts/search/preview-address";
import type { CheckedRow } from "./state";

type FieldRowsProps = {
  here: PreviewHere;
  rows: readonly CheckedRow[];
  /** Names to offer for a field. */
  offered: readonly string[];
  /** All fields that are searched, sub-fields too, with their weights. */
  searched: readonly { field: string; weight: number }[];
};

/** Which fields are searched and what a match in each counts; the last row adds one. */
export function FieldRows({ here, rows, offered, searched }: FieldRowsProps) {
  const rowAt = (at: number) => {
    const row = rows[at];
    return (
      row && (
        <Row
          key={`${at}-${row.field}-${row.weight}`}
          row={row}
          at={at}
          removeTo={here.href({ rows: plain(rows.filter((_, other) => other !== at)) })}
        />
      )
    );
  };
  return (
    <fieldset className="mb-5">
      <legend className="text-13 font-bold">Fields and weights</legend>
      <p className="mb-1.5 text-12 text-muted">Higher = more relevant</p>
      {runsOf(rows).map(({ of, places }) => {
        const listed = places.map((at) => rowAt(at));
        return of === null ? (
          listed
        ) : (
          <SubFields
            key={`sub ${places[0]}`}
            of={of}
            count={places.length}
            open={places.some((at) => rows[at]?.problem !== undefined)}
          >
            {listed}
          </SubFields>
        );
      })}
      <Row key={`new-${rows.length}`} row={{ field: "", weight: weightText(1) }} at={rows.length} />
      <datalist id="search-fields">
        {offered.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <details className="mt-2 text-13">
        <summary className="flex min-h-[24px] items-center gap-2 rounded-sm text-muted hover:text-ink">
          <span aria-hidden="true" className="chevron" />
          Sub-fields
        </summary>
        <div className="mt-1">
          <Switch name="sub" checked={here.state.subFields} label="Search sub-fields" />
          <ScrollBox label="Fields that are searched" className="mt-2 max-h-64 text-12 text-muted">
            <ul>
              {searched.map(({ field, weight }) => (
                <li key={field} className="flex justify-between gap-2">
                  <Name>{field}</Name>
                  <span>{weightText(weight)}</span>
                </li>
              ))}
            </ul>
          </ScrollBox>
        </div>
      </details>
    </fieldset>
  );
}

type Run = {
  /** The field whose sub-fields these are; null for fields themselves. */ of: string | null;
  places: number[];
};

/** Places of the rows in their order; sub-fields that follow their field stand together. */
function runsOf(rows: readonly CheckedRow[]): Run[] {
  const runs: Run[] = [];
  let parent: string | null = null;
  rows.forEach(({ field }, at) => {
    const of: string | null = parent !== null && field.startsWith(`${parent}.`) ? parent : null;
    const last = runs.at(-1);
    if (last && last.of === of) last.places.push(at);
    else runs.push({ of, places: [at] });
    if (of === null) parent = field === "" ? null : field;
  });
  return runs;
}

type SubFieldsProps = { of: string; count: number; open: boolean; children: ReactNode };

/** The weights of sub-fields, folded: they follow the one of their field. */
function SubFields({ of, count, open, children }: SubFieldsProps) {
  return (
    <details open={open} className="mb-1.5">
      <summary className="flex min-h-[24px] items-center gap-2 rounded-sm text-12 text-muted hover:text-ink">
        <span aria-hidden="true" className="chevron" />
        {countOf(count, "sub-field")}
        <span className="sr-only"> of {of}</span>
      </summary>
      <div className="mt-1">{children}</div>
    </details>
  );
}

const plain = (rows: readonly CheckedRow[]): FieldRow[] => rows.map(({ field, weight }) => ({ field, weight }));

function Row({
  row,
  at,
  removeTo,
}: {
  row: CheckedRow;
  at: number;
  /** None for the row that adds a field. */ removeTo?: string;
}) {
  const isNew = removeTo === undefined;
  const problemId = `field-problem-${at}`;
  const bad = row.problem === undefined ? {} : { "aria-invalid": true, "aria-describedby": problemId };
  return (
    <div className="mb-1.5">
      <div className="flex items-center gap-1.5">
        <input
          name="field"
          list="search-fields"
          defaultValue={row.field}
          placeholder={isNew ? "Add field" : ""}
          title={isNew ? undefined : row.field}
          aria-label={isNew ? "Add field" : `Field ${at + 1}`}
          className={`${control} w-full flex-1`}
          {...bad}
        />
        <input
          name="weight"
          inputMode="decimal"
          defaultValue={row.weight}
          aria-label={isNew ? "Weight of the new field" : `Weight of ${row.field}`}
          className={`${control} w-[56px] shrink-0`}
          {...bad}
        />
        {isNew ? (
          <span className="w-6 shrink-0" />
        ) : (
          <Link
            to={removeTo}
            preventScrollReset
            aria-label={`Remove field ${row.field}`}
            className="inline-flex h-6 w-6 shrink-0 items-center justify-center rounded-sm text-16 text-muted no-underline hover:bg-sunken hover:text-ink"
          >
            <span aria-hidden="true">×</span>
          </Link>
        )}
      </div>
      {row.problem !== undefined && (
        <Name as="p" id={problemId} className="mt-0.5 text-12 text-bad">
          <span aria-hidden="true" className="shape shape-bad mr-1.5" />
          {row.problem}
        </Name>
      )}
    </div>
  );
}
