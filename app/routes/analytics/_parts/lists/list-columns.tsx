import { TermName } from "~/components/figures/terms";
import { type Column, PlainLink, StatusBadge, Time } from "~/components/kit";
import type { Here } from "~/lib/address";
import { shownId } from "~/lib/ids";
import { formatNumber } from "~/lib/numbers";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";
import type { RowsState } from "../analytics-address";
import { changeOf } from "./arrange-rows";
import type { ListKind, ListName, ShownRow } from "./list-kind";
import { RowActions, type Ways } from "./row-actions";
import { signedPercent, toneOf } from "../change";

const percent = (value: number | null) => (value === null ? null : `${formatNumber(value)}%`);
const plain = (value: number | null) => (value === null ? null : formatNumber(value));

type Columns = {
  list: ListName;
  kind: ListKind;
  rows: readonly ShownRow[];
  at: LevelRef;
  here: Here<RowsState>;
  ways: Ways;
  /** Whether the plan has figures of clicks. */
  hasClicks: boolean;
  isCompared: boolean;
  /** The address' range and filters, for the pages of single terms. */
  search: string;
};

/** The columns of a list; figures that the server tells of no row are left out. */
export function columnsOf({ list, kind, rows, at, here, ways, hasClicks, isCompared, search }: Columns): Column<ShownRow>[] {
  const isTerm = kind.name === "Search term";
  const number = (key: "clicks" | "rate" | "position" | "conversion", label: string, show: typeof percent): Column<ShownRow>[] =>
    hasClicks && rows.some((row) => row[key] !== null)
      ? [{ key, label, sort: key, firstOrder: "desc", align: "right", narrow: "named", render: (row) => show(row[key]) }]
      : [];
  const changes: Column<ShownRow>[] = [
    { key: "before", label: "Before", align: "right", narrow: "named", render: ({ before }) => plain(before) },
    { key: "change", label: "Change", sort: "change", firstOrder: "desc", align: "right", narrow: "named", render: (row) => changeIn(kind, row) },
  ];
  return [
    {
      key: "name",
      label: kind.name,
      sort: "name",
      className: "small:min-w-[9rem] large:min-w-[12rem]",
      render: (row) => nameIn({ row, list, isTerm, at, here, search }),
    },
    {
      key: "count",
      label: kind.counts,
      sort: "count",
      firstOrder: "desc",
      align: "right",
      narrow: "fact",
      unit: ({ count }) => (count === 1 ? kind.unit : kind.counts.toLowerCase()),
      render: ({ count }) => formatNumber(count),
    },
    ...(isCompared ? changes : []),
    ...number("clicks", "Clicks", plain),
    ...number("rate", "Click rate", percent),
    ...number("position", "Click position", plain),
    ...number("conversion", "Conversion rate", percent),
    ...(rows.some(({ index }) => index !== null) && at.level === "cluster" ? [indexColumn] : []),
    ...(rows.some((row) => row.at !== null) ? [lastColumn] : []),
    ...(list === "recentSearches" || rows.length === 0 ? [] : [actionColumn({ list, at, ways })]),
  ];
}

const indexColumn: Column<ShownRow> = {
  key: "index",
  label: "Index",
  narrow: "fact",
  render: ({ index }) => index && <span className="[overflow-wrap:anywhere]">{index}</span>,
};

const lastColumn: Column<ShownRow> = {
  key: "at",
  label: "Last searched",
  narrow: "fact",
  room: 6,
  render: (row) => row.at && <Time value={Date.parse(row.at)} />,
};

/** The page of a document in Browse; its id stands before its index in the row's. */
const documentPath = ({ id, index }: ShownRow) =>
  index === null ? undefined : screenPath(appLevel(index), "browse", { rest: [id.slice(0, id.lastIndexOf("\n"))] });

function actionColumn({ list, at, ways }: Pick<Columns, "list" | "at" | "ways">): Column<ShownRow> {
  const render = (row: ShownRow) => {
    if (list === "popularResults" || list === "recentResults") {
      const to = documentPath(row);
      return to === undefined ? null : (
        <PlainLink to={to} className="page-only link text-13">
          View
        </PlainLink>
      );
    }
    // A filter is replayed by its values.
    if (row.of !== null) return <></>;
    return <RowActions row={row} at={at} ways={ways} isBad={list === "noResults" || (list === "popularSearches" && row.clicks === 0)} />;
  };
  return { key: "actions", label: "Actions", hideLabel: true, align: "right", render };
}

function changeIn({ compared }: ListKind, row: ShownRow) {
  const change = changeOf(row);
  if (change === null) return null;
  if (change === Number.POSITIVE_INFINITY) return <StatusBadge tone="info">new</StatusBadge>;
  // More of what finds nothing is bad; more of what is sought is neither good nor bad.
  return <StatusBadge tone={compared === "less" ? toneOf(change, { isLess: true }) : "neutral"}>{signedPercent(change)}</StatusBadge>;
}

type NameIn = Pick<Columns, "list" | "at" | "here" | "search"> & { row: ShownRow; isTerm: boolean };

function nameIn({ row, list, isTerm, at, here, search }: NameIn) {
  if (isTerm) {
    return (
      <PlainLink to={`${screenPath(at, "popular-searches", { rest: ["query-overview", row.name] })}${search}`} className="link [overflow-wrap:anywhere]">
        <TermName term={row.name} />
      </PlainLink>
    );
  }
  if (list === "popularFilters")
    return row.of === null ? (
      <span className="block pl-5 [overflow-wrap:anywhere]">{shownId(row.name)}</span>
    ) : (
      <FilterHead row={row} of={row.of} here={here} />
    );
  const to = documentPath(row);
  return to === undefined ? (
    <span className="[overflow-wrap:anywhere]">{shownId(row.name)}</span>
  ) : (
    <PlainLink to={to} className="link [overflow-wrap:anywhere]">
      {shownId(row.name)}
    </PlainLink>
  );
}

/** A filter, with the way to all of its values where the first ones stand below. */
function FilterHead({ row, of, here }: { row: ShownRow; of: number; here: Here<RowsState> }) {
  const { open, q } = here.state;
  const isOpen = open.includes(row.id);
  const others = open.filter((key) => key !== row.id);
  return (
    <span className="[overflow-wrap:anywhere]">
      <strong>{shownId(row.name)}</strong>{" "}
      {of > 5 && q === "" && (
        <PlainLink to={here.href({ open: isOpen ? others : [...others, row.id] })} keepScroll className="page-only link text-13">
          {isOpen ? "First 5 values" : `All ${formatNumber(of)} values`}
        </PlainLink>
      )}
    </span>
  );
}
