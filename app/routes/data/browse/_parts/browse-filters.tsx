import { ColumnChooser, FieldFilter } from "~/components/document-kit";
import { type Chip, FilterBar, FilterInput, Notice, PlainLink } from "~/components/kit";
import type { Here } from "~/lib/address";
import { type DocumentFilter, filterLabel, filterText } from "~/lib/documents/filters";
import type { BrowseState } from "./address";

type BrowseFiltersProps = {
  here: Here<BrowseState>;
  fields: readonly { path: string; type: string }[];
  fieldCount: number;
  columns: readonly string[];
  /** What was chosen and cannot be a filter. */
  chosen: (DocumentFilter & { problem: string }) | undefined;
};

/** Search text, one more filter, the applied ones as chips, and the columns. All of it in the address. */
export function BrowseFilters({ here, fields, fieldCount, columns, chosen }: BrowseFiltersProps) {
  const { q, f, show, value } = here.state;
  const chips: Chip<BrowseState>[] = [
    ...(q === "" ? [] : [{ label: `Search text: ${q}`, without: { q: undefined } }]),
    ...f.map((filter) => ({ label: filterLabel(filter), without: { f: f.filter((other) => filterText(other) !== filterText(filter)) } })),
  ];
  return (
    <>
      <FilterBar here={here} controls={["q", "field", "operator", "value", "to"]} chips={chips} clears={["q", "f"]} open={chosen !== undefined}>
        <FilterInput name="q" label="Search all fields" defaultValue={q} wide />
        <FieldFilter fields={fields} more={fieldCount > fields.length} draft={chosen ?? { value }} problemId={chosen && "filter-problem"} />
      </FilterBar>
      {chosen && (
        <Notice tone="bad" role="alert">
          <span id="filter-problem">{chosen.problem}</span>
        </Notice>
      )}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13">
        <ColumnChooser
          columns={[{ key: "_id", note: "id" }, ...fields.map(({ path, type }) => ({ key: path, note: type }))]}
          shown={columns}
          total={fieldCount + 1}
          here={here}
        />
        <PlainLink to={here.href({ show: show === "" ? "request" : undefined })} keepScroll className="link">
          {show === "" ? "View request" : "Hide request"}
        </PlainLink>
      </div>
    </>
  );
}
