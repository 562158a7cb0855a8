import { ScrollBox } from "~/components/detail-kit";
import { Link } from "@remix-run/react";
import { control, Switch } from "./choice";
import { weightText } from "./params";
import type { FieldRow, PreviewHere } from "./preview-address";
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
  return (
    <fieldset className="mb-5">
      <legend className="text-13 font-bold">Fields and weights</legend>
      <p className="mb-1.5 text-12 text-muted">Higher = more relevant</p>
      {rows.map((row, at) => (
        <Row key={`${at}-${row.field}-${row.weight}`} row={row} at={at} removeTo={here.href({ rows: plain(rows.filter((_, other) => other !== at)) })} />
      ))}
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
                  <span className="[overflow-wrap:anywhere]">{field}</span>
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

const plain = (rows: readonly CheckedRow[]): FieldRow[] => rows.map(({ field, weight }) => ({ field, weight }));

function Row({ row, at, removeTo }: { row: CheckedRow; at: number; /** None for the row that adds a field. */ removeTo?: string }) {
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
        <p id={problemId} className="mt-0.5 text-12 text-bad [overflow-wrap:anywhere]">
          <span aria-hidden="true" className="shape shape-bad mr-1.5" />
          {row.problem}
        </p>
      )}
    </div>
  );
}
