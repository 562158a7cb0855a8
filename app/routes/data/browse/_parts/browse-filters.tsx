import { Link, useSearchParams } from "@remix-run/react";
import { Button, buttonClass, type Chip, FilterBar, FilterInput, Notice, PageForm } from "~/components/kit";
import { type DocumentFilter, filterLabel, filterText, operators } from "~/lib/document-filters";
import { countOf, formatNumber } from "~/lib/numbers";
import { withParams } from "~/lib/search-params";
import type { BrowseView } from "./list.server";

type BrowseFiltersProps = {
  view: BrowseView;
  fields: readonly { path: string; type: string }[];
  fieldCount: number;
  columns: readonly string[];
  chosen: (DocumentFilter & { problem: string }) | undefined;
};

const control = "min-h-[34px] w-full rounded border border-line-strong bg-surface px-2.5 py-1 text-13 text-ink";

/** Words, one more filter, the applied ones as chips, and the columns. All of it in the address. */
export function BrowseFilters({ view, fields, fieldCount, columns, chosen }: BrowseFiltersProps) {
  const [params] = useSearchParams();
  const shown = params.get("show") === "request";
  const chips: Chip[] = [
    ...(view.q === "" ? [] : [{ label: `Words: ${view.q}`, without: { q: null } }]),
    ...view.filters.map((filter) => {
      const text = filterText(filter);
      return { label: filterLabel(filter), without: { f: view.filters.map(filterText).filter((other) => other !== text) } };
    }),
  ];
  return (
    <>
      <FilterBar
        keep={["sort", "order", "size", "column", "f", "show"]}
        chips={chips}
        clears={["q", "f"]}
        submitLabel="Apply"
        aside={
          <Link to={withParams(params, { show: shown ? null : "request" })} preventScrollReset className="link">
            {shown ? "Hide the request" : "Show as request"}
          </Link>
        }
      >
        <FilterInput name="q" label="Words in any field" defaultValue={view.q} wide />
        <FieldFilter fields={fields} fieldCount={fieldCount} chosen={chosen} />
      </FilterBar>
      {chosen?.problem && (
        <Notice tone="bad" role="alert">
          <span id="filter-problem">{chosen.problem}</span>
        </Notice>
      )}
      <ColumnChoice fields={fields} columns={columns} fieldCount={fieldCount} />
    </>
  );
}

/** Field, operator and value. The second value shows for "between" only, none for "exists"; style sheets do that, no script. */
function FieldFilter({ fields, fieldCount, chosen }: Pick<BrowseFiltersProps, "fields" | "fieldCount" | "chosen">) {
  const wrong = chosen?.problem ? { "aria-invalid": true, "aria-describedby": "filter-problem" } : {};
  const key = chosen ? filterText(chosen) : "none";
  const [params] = useSearchParams();
  return (
    <div key={key} role="group" aria-label="Filter by a field" className="group flex w-full flex-wrap gap-2 small:w-auto">
      <label className="block w-full small:w-auto">
        <span className="sr-only">Field</span>
        {fieldCount > fields.length ? (
          <input className={control} name="field" defaultValue={chosen?.field} placeholder="Field" {...wrong} />
        ) : (
          <select className={`${control} pr-7 small:max-w-[180px]`} name="field" defaultValue={chosen?.field ?? ""} {...wrong}>
            <option value="">Field</option>
            {fields.map(({ path, type }) => (
              <option key={path} value={path}>
                {/* One text: React writes an option's parts as one and looks for several. */}
                {`${path} (${type})`}
              </option>
            ))}
          </select>
        )}
      </label>
      <label className="block w-full small:w-auto">
        <span className="sr-only">Operator</span>
        <select className={`${control} pr-7`} name="operator" defaultValue={chosen?.operator ?? "is"}>
          {Object.entries(operators).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="block w-full group-has-[option[value=exists]:checked]:hidden group-has-[option[value=missing]:checked]:hidden small:w-[130px]">
        <span className="sr-only">Value</span>
        <input className={control} name="value" defaultValue={chosen?.value ?? params.get("value") ?? ""} placeholder="Value" {...wrong} />
      </label>
      <label className="hidden w-full group-has-[option[value=between]:checked]:block small:w-[130px]">
        <span className="sr-only">Upper value</span>
        <input className={control} name="to" defaultValue={chosen?.to} placeholder="and" {...wrong} />
      </label>
    </div>
  );
}

function ColumnChoice({ fields, columns, fieldCount }: Pick<BrowseFiltersProps, "fields" | "columns" | "fieldCount">) {
  const [params] = useSearchParams();
  const kept = ["q", "f", "sort", "order", "size", "show"].flatMap((name) => params.getAll(name).map((value) => ({ name, value })));
  const chosen = new Set(columns);
  return (
    <details key={params.getAll("column").join()} className="mb-3">
      <summary className={buttonClass("plain", "w-fit cursor-pointer")}>
        Columns · {columns.length} of {formatNumber(fieldCount + 1)}
      </summary>
      <PageForm method="get" className="mt-2 rounded border border-line bg-raised p-3.5">
        {kept.map(({ name, value }) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <fieldset>
          <legend className="text-13 font-bold">Columns of the table</legend>
          <ul className="my-2 grid max-h-72 gap-x-4 overflow-y-auto text-13 small:grid-cols-2 large:grid-cols-4">
            {[{ path: "_id", type: "id" }, ...fields].map(({ path, type }) => (
              <li key={path}>
                <label className="flex min-h-[24px] items-center gap-2">
                  <input type="checkbox" name="column" value={path} defaultChecked={chosen.has(path)} className="h-4 w-4 shrink-0 accent-accent" />
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {path} <span className="text-faint">{type}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        {fieldCount > fields.length && (
          <label className="mb-3 block text-13 text-muted">
            The first {countOf(fields.length, "field")} of {countOf(fieldCount, "field")} are listed. Another one, by its name:
            <input className={`${control} mt-1 block small:max-w-[320px]`} name="column" spellCheck={false} autoCapitalize="none" />
          </label>
        )}
        <div className="flex flex-wrap gap-2">
          <Button>Show these columns</Button>
          <Link to={withParams(params, { column: null })} className="link self-center text-13">
            Choose for me
          </Link>
        </div>
      </PageForm>
    </details>
  );
}
