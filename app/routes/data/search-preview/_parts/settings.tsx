import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/kit";
import { withParams } from "~/lib/search-params";
import { fuzzinessChoices, resultSizes, weightText } from "./params";
import type { FieldRow, PreviewState } from "./state";

const control = "min-h-[34px] min-w-0 rounded border border-line-strong bg-surface px-2.5 py-1 text-13 text-ink";
const fuzzinessNames = { AUTO: "AUTO: none, one or two", "0": "none", "1": "one a word", "2": "two a word" } as const;

type SettingsProps = {
  state: PreviewState;
  /** Names to offer for a field. */
  offered: readonly string[];
  /** All fields that are searched, sub-fields too, with their weights. */
  searched: readonly { field: string; weight: number }[];
  sorts: readonly { path: string; label: string }[];
  facetChoices: readonly { path: string; label: string; chosen: boolean }[];
  facetsLeftOut: number;
  /** The facets themselves. */
  facets: ReactNode;
};

/** The settings of the search, beside the results; part of the one form of the page. */
export function Settings({ state, offered, searched, sorts, facetChoices, facetsLeftOut, facets }: SettingsProps) {
  return (
    <>
      <FieldRows state={state} offered={offered} searched={searched} />
      <Group title="Typing errors" control="fuzziness">
        <Select id="fuzziness" name="fuzziness" value={state.fuzziness} options={fuzzinessChoices.map((value) => ({ value, label: fuzzinessNames[value] }))} />
      </Group>
      <fieldset className="mb-5">
        <legend className="mb-1 text-13 font-bold">Words</legend>
        <Radio name="words" value="and" chosen={state.operator} label="all of them" />
        <Radio name="words" value="or" chosen={state.operator} label="any of them" />
        {state.operator === "and" && <p className="mt-1 text-12 text-muted">With all words, the server allows no typing errors.</p>}
      </fieldset>
      {facets}
      <FacetChoice choices={facetChoices} leftOut={facetsLeftOut} />
      <Group title="Sort" control="sort">
        <span className="flex gap-1.5">
          <Select
            id="sort"
            name="sort"
            value={state.sort?.path ?? ""}
            options={[{ value: "", label: "relevance" }, ...sorts.map(({ path, label }) => ({ value: path, label }))]}
          />
          {state.sort && (
            <Select
              name="order"
              label="Direction"
              value={state.sort.order}
              options={[
                { value: "asc", label: "up" },
                { value: "desc", label: "down" },
              ]}
            />
          )}
        </span>
      </Group>
      <Group title="Results a page" control="size">
        <Select id="size" name="size" value={String(state.size)} options={resultSizes.map((size) => ({ value: String(size), label: String(size) }))} />
      </Group>
      <fieldset className="mb-5">
        <legend className="mb-1 text-13 font-bold">Also</legend>
        <Radio name="marks" value="1" chosen={state.marks ? "1" : "0"} label="mark the words found" />
        <Radio name="marks" value="0" chosen={state.marks ? "1" : "0"} label="no marks" />
        <label className="mt-2 flex items-start gap-2 text-13">
          <input
            key={String(state.record)}
            type="checkbox"
            name="record"
            value="1"
            defaultChecked={state.record}
            className="mt-0.5 h-4 w-4 shrink-0 accent-accent"
          />
          count this search in the analytics
        </label>
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <Button>Apply</Button>
        <Link to="?" className="link text-13">
          Back to defaults
        </Link>
      </div>
    </>
  );
}

function FieldRows({ state, offered, searched }: Pick<SettingsProps, "state" | "offered" | "searched">) {
  const rows: FieldRow[] = [...state.rows, { field: "", weight: weightText(1) }];
  return (
    <fieldset className="mb-5">
      <legend className="text-13 font-bold">Fields and weights</legend>
      <p className="mb-1.5 text-13 text-muted">Higher counts more.</p>
      {rows.map((row, at) => (
        <Row key={`${at}-${row.field}-${row.weight}`} row={row} at={at} rows={state.rows} />
      ))}
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
          <Radio name="sub" value="1" chosen={state.subFields ? "1" : "0"} label="search them too" />
          <Radio name="sub" value="0" chosen={state.subFields ? "1" : "0"} label="only the fields above" />
          <ul className="mt-2 max-h-64 overflow-y-auto text-12 text-muted">
            {searched.map(({ field, weight }) => (
              <li key={field} className="flex justify-between gap-2">
                <span className="[overflow-wrap:anywhere]">{field}</span>
                <span>{weightText(weight)}</span>
              </li>
            ))}
          </ul>
        </div>
      </details>
    </fieldset>
  );
}

function Row({ row, at, rows }: { row: FieldRow; at: number; rows: readonly FieldRow[] }) {
  const [params] = useSearchParams();
  const isNew = at === rows.length;
  const others = rows.filter((_, other) => other !== at);
  const problemId = `field-problem-${at}`;
  const bad = row.problem === undefined ? {} : { "aria-invalid": true, "aria-describedby": problemId };
  return (
    <div className="mb-1.5">
      <div className="flex items-center gap-1.5">
        <input
          name="field"
          list="search-fields"
          defaultValue={row.field}
          placeholder={isNew ? "Add a field" : ""}
          aria-label={isNew ? "Add a field" : `Field ${at + 1}`}
          className={`${control} w-full flex-1`}
          {...bad}
        />
        <input
          name="weight"
          inputMode="decimal"
          defaultValue={row.weight}
          aria-label={isNew ? "Weight of the field to add" : `Weight of ${row.field}`}
          className={`${control} w-[56px] shrink-0`}
          {...bad}
        />
        {isNew ? (
          <span className="w-6 shrink-0" />
        ) : (
          <Link
            to={withParams(params, { field: others.map(({ field }) => field), weight: others.map(({ weight }) => weight), page: null })}
            preventScrollReset
            aria-label={`Remove the field ${row.field}`}
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

function FacetChoice({ choices, leftOut }: { choices: SettingsProps["facetChoices"]; leftOut: number }) {
  if (choices.length === 0) return null;
  return (
    <fieldset className="mb-5">
      {/* Says that the choice below counts even when nothing is chosen. */}
      <input type="hidden" name="facets" value="1" />
      <legend className="sr-only">Facets to show</legend>
      <details className="text-13">
        <summary className="flex min-h-[24px] items-center gap-2 rounded-sm font-bold hover:underline">
          <span aria-hidden="true" className="chevron" />
          Choose facets
        </summary>
        <div className="mt-1 max-h-64 overflow-y-auto">
          {choices.map(({ path, label, chosen }) => (
            <label key={`${path}-${chosen}`} className="flex min-h-[24px] items-start gap-2 py-0.5">
              <input type="checkbox" name="facet" value={path} defaultChecked={chosen} className="mt-0.5 h-4 w-4 shrink-0 accent-accent" />
              <span className="[overflow-wrap:anywhere]">{label}</span>
            </label>
          ))}
        </div>
        {leftOut > 0 && <p className="text-12 text-muted">{leftOut} more fields can be named in the address: facets=1&amp;facet=name.</p>}
      </details>
    </fieldset>
  );
}

function Group({ title, control: id, children }: { title: string; control: string; children: ReactNode }) {
  return (
    <div className="mb-5">
      <label htmlFor={id} className="mb-1 block text-13 font-bold">
        {title}
      </label>
      {children}
    </div>
  );
}

function Select({
  id,
  name,
  label,
  value,
  options,
}: {
  id?: string;
  name: string;
  label?: string;
  value: string;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <select key={value} id={id} name={name} aria-label={label} defaultValue={value} className={`${control} ${label === undefined ? "w-full" : "shrink-0"}`}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function Radio({ name, value, chosen, label }: { name: string; value: string; chosen: string; label: string }) {
  return (
    <label className="flex min-h-[24px] items-center gap-2 text-13">
      <input key={chosen} type="radio" name={name} value={value} defaultChecked={value === chosen} className="h-4 w-4 shrink-0 accent-accent" />
      {label}
    </label>
  );
}
