import { Card } from "~/components/ui/card";
import { PlainLink } from "~/components/ui/plain-link";
import type { Here } from "~/lib/address";
import { type DocumentFilter, narrowed } from "~/lib/data/documents/filters";
import { countOf, formatNumber, formatPercent } from "~/lib/values/numbers";
import type { TopValues } from "~/services/data/documents/top-values.server";
import type { BrowseState } from "./address";

type ValueFacetProps = TopValues & { here: Here<BrowseState>; /** Documents that match. */ total: number };

/** The most frequent values of a field among what matches; each one is a link that adds it to the filters. */
export function ValueFacet({ here, field, values, others, missing, total }: ValueFacetProps) {
  const { f, match } = here.state;
  const set = (by: DocumentFilter) => here.href(narrowed({ filters: f, match, by }));
  const rows = [
    // An empty text is no value that a filter could have.
    ...values.map(({ value, count }) => ({
      label: value,
      count,
      to: value === "" ? null : set({ operator: "is", field, value, to: "" }),
    })),
    ...(missing === 0
      ? []
      : [{ label: "No value", count: missing, to: set({ operator: "missing", field, value: "", to: "" }) }]),
  ];
  return (
    <Card
      className="mb-3 max-w-[640px]"
      title={
        <span className="flex items-baseline justify-between gap-4">
          Top values of {field}
          <PlainLink to={here.href({ facet: undefined })} keepScroll className="link font-normal">
            Close
          </PlainLink>
        </span>
      }
    >
      <ul className="mt-2 text-13">
        {rows.map(({ label, count, to }) => (
          <li
            key={`${label} ${to}`}
            className="grid min-h-[26px] grid-cols-[minmax(0,1fr)_minmax(3rem,30%)_7rem] items-center gap-3"
          >
            {to === null ? (
              <span className="text-muted">(empty text)</span>
            ) : (
              <PlainLink to={to} keepScroll className="link truncate" title={label}>
                {label}
              </PlainLink>
            )}
            <svg aria-hidden="true" className="h-2 w-full">
              <rect
                width={formatPercent(count / Math.max(total, count, 1))}
                height="100%"
                rx="2"
                className="fill-accent"
              />
            </svg>
            <span className="text-right">
              {formatNumber(count)}{" "}
              <span className="text-faint">{formatPercent(count / Math.max(total, count, 1))}</span>
            </span>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="mt-2 text-13 text-muted">No document has a value.</p>}
      {others > 0 && <p className="mt-2 text-12 text-faint">{countOf(others, "document")} with other values.</p>}
    </Card>
  );
}
