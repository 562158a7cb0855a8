import { type Column, PlainLink, Time } from "~/components/kit";
import { shownId } from "~/lib/ids";
import { formatNumber } from "~/lib/numbers";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";
import { type AnalyticsRow, EMPTY_QUERY, type ListKind } from "./list-kind";

const percent = (value: number | null) => (value === null ? null : `${formatNumber(value)}%`);
const plain = (value: number | null) => (value === null ? null : formatNumber(value));

/** The name of a term: an empty search has none of its own. */
function Name({ name, isTerm }: { name: string; isTerm: boolean }) {
  return isTerm && name === EMPTY_QUERY ? <em>Empty search</em> : <>{shownId(name)}</>;
}

type Columns = {
  kind: ListKind;
  rows: readonly AnalyticsRow[];
  at: LevelRef;
  /** The address' range and filters, for the pages of single terms. */
  search: string;
};

/** The columns of a list; figures that the server tells of no row are left out. */
export function columnsOf({ kind, rows, at, search }: Columns): Column<AnalyticsRow>[] {
  const isTerm = kind.name === "Search term";
  const told = (figure: "clicks" | "rate" | "position" | "conversion") => rows.some((row) => row[figure] !== null);
  const toTerm = (term: string) => `${screenPath(at, "popular-searches", { rest: ["query-overview", term] })}${search}`;
  const linkOf = ({ name, index, id }: AnalyticsRow) => {
    if (isTerm) return toTerm(name);
    return index === null ? undefined : screenPath(appLevel(index), "browse", { rest: [id.slice(0, id.lastIndexOf("\n"))] });
  };
  const number = (key: "clicks" | "rate" | "position" | "conversion", label: string, show: typeof percent): Column<AnalyticsRow>[] =>
    told(key) ? [{ key, label, sort: key, firstOrder: "desc", align: "right", narrow: "named", render: (row) => show(row[key]) }] : [];
  return [
    {
      key: "name",
      label: kind.name,
      sort: "name",
      className: "large:min-w-[12rem]",
      render: (row) => {
        const to = linkOf(row);
        const name = <Name name={row.name} isTerm={isTerm} />;
        return to === undefined ? (
          <span className="[overflow-wrap:anywhere]">{name}</span>
        ) : (
          <PlainLink to={to} className="link [overflow-wrap:anywhere]">
            {name}
          </PlainLink>
        );
      },
    },
    {
      key: "count",
      label: kind.counts,
      sort: "count",
      firstOrder: "desc",
      align: "right",
      narrow: "fact",
      unit: kind.counts.toLowerCase(),
      render: ({ count }) => formatNumber(count),
    },
    ...number("clicks", "Clicks", plain),
    ...number("rate", "Click rate", percent),
    ...number("position", "Click position", plain),
    ...number("conversion", "Conversion rate", percent),
    ...(rows.some(({ index }) => index !== null) && at.level === "cluster"
      ? [
          {
            key: "index",
            label: "Index",
            narrow: "fact" as const,
            render: ({ index }: AnalyticsRow) => index && <span className="[overflow-wrap:anywhere]">{index}</span>,
          },
        ]
      : []),
    ...(rows.some((row) => row.at !== null)
      ? [{ key: "at", label: "Last searched", narrow: "fact" as const, room: 6, render: (row: AnalyticsRow) => row.at && <Time value={Date.parse(row.at)} /> }]
      : []),
  ];
}
