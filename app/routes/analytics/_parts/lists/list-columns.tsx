import type { ReactNode } from "react";
import { percentOf, placeOf, Rate } from "~/components/figures/rate";
import { TermName } from "~/components/figures/terms";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import type { Column } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import type { Here } from "~/lib/address";
import { shownId } from "~/lib/address/ids";
import { shownField } from "~/lib/data/documents/shown-field";
import { formatNumber } from "~/lib/values/numbers";
import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";
import type { RowsState } from "../analytics-address";
import { signedPercent, toneOf } from "../change";
import { changeOf } from "./arrange-rows";
import { NearestFound } from "./fix-menu";
import type { Fixes } from "./fixes.server";
import type { ListKind, ListName, ShownRow } from "./list-kind";
import { RowActions, type Ways } from "./row-actions";

const rate = (value: number | null) => (value === null ? null : <Rate value={value} />);
const percent = (value: number | null) => (value === null ? null : percentOf(value));
const place = (value: number | null) => (value === null ? null : placeOf(value));
const plain = (value: number | null) => (value === null ? null : formatNumber(value));

type Columns = {
  list: ListName;
  kind: ListKind;
  rows: readonly ShownRow[];
  at: LevelRef;
  here: Here<RowsState>;
  ways: Ways;
  /** What rows can be fixed by, where they can be. */
  fixes: Fixes | null;
  /** Whether the plan has figures of clicks. */
  hasClicks: boolean;
  isCompared: boolean;
  /** The address' range and filters, for the pages of single terms. */
  search: string;
};

/** The columns of a list; figures that the server tells of no row are left out. */
export function columnsOf({
  list,
  kind,
  rows,
  at,
  here,
  ways,
  fixes,
  hasClicks,
  isCompared,
  search,
}: Columns): Column<ShownRow>[] {
  const isTerm = kind.name === "Search term";
  const number = (
    key: "clicks" | "rate" | "position" | "conversion",
    { label, yields, show }: { label: string; yields: number; show: (value: number | null) => ReactNode },
  ): Column<ShownRow>[] =>
    // What is 0 in every row tells nothing of any.
    hasClicks && rows.some((row) => (row[key] ?? 0) !== 0)
      ? [
          {
            key,
            label,
            sort: key,
            firstOrder: "desc",
            align: "right",
            narrow: "named",
            yields,
            render: (row) => show(row[key]),
          },
        ]
      : [];
  const changes: Column<ShownRow>[] = [
    {
      key: "change",
      label: "Change",
      sort: "change",
      firstOrder: "desc",
      align: "right",
      narrow: "named",
      room: 5.5,
      yields: 4,
      render: (row) => changeIn(kind, row),
    },
  ];
  const isUnreplayed = list === "popularFilters" && rows.every(({ replay }) => replay === null);
  return [
    {
      key: "name",
      label: kind.name,
      sort: "name",
      className: "small:min-w-[9rem]",
      room: 9,
      render: (row) => nameIn({ row, rows, list, isTerm, at, here, search }),
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
    ...(isCompared && rows.some(({ before }) => before !== null) ? changes : []),
    ...number("clicks", { label: "Clicks", yields: 3, show: plain }),
    ...number("rate", { label: "Click rate", yields: 6, show: rate }),
    ...number("position", { label: "Click position", yields: 2, show: place }),
    ...number("conversion", { label: "Conversion rate", yields: 5, show: percent }),
    ...(rows.some(({ index }) => index !== null) && at.level === "cluster" ? [indexColumn] : []),
    ...(rows.some((row) => row.at !== null) ? [lastColumn(list)] : []),
    ...(fixes === null ? [] : [nearestColumn(fixes)]),
    // A document leads to its page by its title.
    ...(kind.name === "Document" || list === "recentSearches" || rows.length === 0 || isUnreplayed
      ? []
      : [actionColumn({ list, at, ways, fixes })]),
  ];
}

const indexColumn: Column<ShownRow> = {
  key: "index",
  label: "Index",
  narrow: "fact",
  render: ({ index }) => index && <Name>{index}</Name>,
};

const lastColumn = (list: ListName): Column<ShownRow> => ({
  key: "at",
  label: list === "recentResults" ? "Last seen" : "Last searched",
  sort: "at",
  firstOrder: "desc",
  narrow: "fact",
  room: 6,
  render: (row) => row.at && <Time value={Date.parse(row.at)} fine />,
});

const nearestColumn = (fixes: Fixes): Column<ShownRow> => ({
  key: "nearest",
  label: "Nearest found",
  narrow: "named",
  room: 9,
  // The menu of the row names it too.
  yields: 1,
  render: ({ name }) => (name === EMPTY_QUERY ? null : <NearestFound term={name} fixes={fixes} />),
});

/** The page of a document in Browse; its id stands before its index in the row's. */
const documentPath = ({ id, index }: ShownRow) =>
  index === null ? undefined : screenPath(appLevel(index), "browse", { rest: [id.slice(0, id.lastIndexOf("\n"))] });

function actionColumn({ list, at, ways, fixes }: Pick<Columns, "list" | "at" | "ways" | "fixes">): Column<ShownRow> {
  const render = (row: ShownRow) => {
    // A filter is replayed by its values, those of them with which a request was recorded.
    if (row.of !== null || (list === "popularFilters" && row.replay === null)) return <></>;
    return (
      <RowActions
        row={row}
        at={at}
        ways={ways}
        fixes={fixes}
        isBad={list === "noResults" || (list === "popularSearches" && row.clicks === 0)}
      />
    );
  };
  // Who only reads the page has no use for the column.
  return {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 9.5,
    className: "page-only",
    render,
  };
}

function changeIn({ compared }: ListKind, row: ShownRow) {
  const change = changeOf(row);
  if (change === null) return null;
  if (change === Number.POSITIVE_INFINITY) return <StatusBadge tone="info">new</StatusBadge>;
  // More of what finds nothing is bad; more of what is sought is neither good nor bad.
  return (
    <span className="whitespace-nowrap">
      <StatusBadge tone={compared === "less" ? toneOf(change, { isLess: true }) : "neutral"} shape={false}>
        {signedPercent(change)}
      </StatusBadge>{" "}
      <span className="text-12 text-muted small:block">was {plain(row.before)}</span>
    </span>
  );
}

type NameIn = Pick<Columns, "list" | "rows" | "at" | "here" | "search"> & { row: ShownRow; isTerm: boolean };

function nameIn({ row, rows, list, isTerm, at, here, search }: NameIn) {
  if (isTerm) {
    return (
      <Name to={`${screenPath(at, "popular-searches", { rest: ["query-overview", row.name] })}${search}`}>
        <TermName term={row.name} />
      </Name>
    );
  }
  if (list === "popularFilters")
    return row.of === null ? (
      <Name className="block pl-5">{row.title ?? shownId(row.name)}</Name>
    ) : (
      <FilterHead row={row} of={row.of} here={here} />
    );
  const to = documentPath(row);
  // Two of one title are told apart by their ids.
  const isTwin = row.title !== null && rows.some(({ id, title }) => id !== row.id && title === row.title);
  return (
    <>
      <Name {...(to !== undefined && { to })}>{row.title ?? shownId(row.name)}</Name>
      {isTwin && <Name className="ml-2 text-12 text-muted">{shownId(row.name)}</Name>}
    </>
  );
}

/** A filter, with the way to all of its values where the first ones stand below. */
function FilterHead({ row, of, here }: { row: ShownRow; of: number; here: Here<RowsState> }) {
  const { open, q } = here.state;
  const isOpen = open.includes(row.id);
  const others = open.filter((key) => key !== row.id);
  return (
    <Name>
      <strong>{shownField(shownId(row.name))}</strong>{" "}
      {of > 5 && q === "" && (
        <PlainLink
          to={here.href({ open: isOpen ? others : [...others, row.id] })}
          keepScroll
          className="page-only link text-13"
        >
          {isOpen ? "First 5 values" : `All ${formatNumber(of)} values`}
        </PlainLink>
      )}
    </Name>
  );
}
