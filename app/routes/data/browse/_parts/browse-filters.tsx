import { FieldFilter } from "~/components/ui/filter/field-filter";
import { type Chip, FilterBar, FilterInput } from "~/components/ui/filter/filter-bar";
import { Notice } from "~/components/ui/message/notice";
import { PlainLink } from "~/components/ui/plain-link";
import { ColumnChooser } from "~/components/ui/table/column-chooser";
import type { Here } from "~/lib/address";
import {
  type DocumentFilter,
  filterLabel,
  filterText,
  grouped,
  joinWords,
  withoutFilter,
} from "~/lib/data/documents/filters";
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
  const { q, f, match, value, place } = here.state;
  const groups = grouped(f);
  const without = (filter: DocumentFilter) => {
    const left = withoutFilter(f, filter);
    return { f: left, match: left.length > 1 ? match : undefined };
  };
  const { outer, inner } = joinWords(match);
  const chips: Chip<BrowseState>[] = [
    ...(q === "" ? [] : [{ label: `Search text: ${q}`, without: { q: undefined } }]),
    ...groups.flatMap(({ filters }, row) =>
      filters.map((filter, at) => ({
        label: filterLabel(filter),
        without: without(filter),
        before: [at === 0 ? row > 0 && outer : inner, at === 0 && filters.length > 1 && "("].filter(Boolean).join(" "),
        after: at === filters.length - 1 && at > 0 ? ")" : "",
      })),
    ),
  ];
  // A third stands alone, or with one of those there: the two are a group then. Of two the link below tells which count.
  const places = [
    { value: "", label: outer },
    ...groups.map(({ filters: [first], filters }) => ({
      value: String(first === undefined ? "" : f.indexOf(first)),
      label: `${inner} with ${filters.map(filterLabel).join(` ${inner} `).slice(0, 50)}`,
    })),
  ];
  return (
    <>
      <FilterBar
        here={here}
        controls={["q", "field", "operator", "value", "to", "place"]}
        chips={chips}
        clears={["q", "f", "match"]}
        open={chosen !== undefined}
      >
        <FilterInput name="q" label="Search all fields" defaultValue={q} wide />
        {/* Another form once a filter is added: what was chosen for it is not meant for the next one. */}
        <FieldFilter
          key={f.map(filterText).join(" ")}
          fields={fields}
          more={fieldCount > fields.length}
          draft={chosen ?? { value }}
          problemId={chosen && "filter-problem"}
          places={f.length > 1 ? places : []}
          place={place}
        />
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
        {groups.length > 1 && (
          <PlainLink to={here.href({ match: match === "any" ? "" : "any" })} keepScroll className="link">
            {match === "any" ? "Match all filters" : "Match any filter"}
          </PlainLink>
        )}
      </div>
    </>
  );
}
