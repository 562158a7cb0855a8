import { type Column, DataTable, EmptyState, LinkButton, ListFilters, LongName, PlainLink, StatusBadge, TableFooter } from "~/components/kit";
import type { Remark } from "~/lib/address";
import type { SettingRow } from "./listed.server";
import type { settingsAddress } from "./settings-address";

const kinds = [
  { value: "dynamic", label: "Dynamic: in place" },
  { value: "static", label: "Static: while closed" },
  { value: "fixed", label: "Fixed at creation" },
];

const columns: readonly Column<SettingRow>[] = [
  {
    key: "name",
    label: "Setting",
    className: "min-w-[12rem]",
    render: ({ name }) => (
      <span className="font-mono text-code [overflow-wrap:anywhere]">
        <LongName text={name} />
      </span>
    ),
  },
  {
    key: "value",
    label: "Value",
    narrow: "own",
    render: ({ value, isDefault }) => (
      <span title={value} className={`line-clamp-2 max-w-[32rem] font-mono text-code [overflow-wrap:anywhere] ${isDefault ? "text-muted" : ""}`}>
        {value === "" ? "“”" : <LongName text={value} />}
        {isDefault && " (default)"}
      </span>
    ),
  },
  { key: "kind", label: "Kind", narrow: "badge", render: ({ kind }) => <StatusBadge tone="neutral">{kind}</StatusBadge> },
];

type SettingsTableProps = {
  here: ReturnType<typeof settingsAddress.at>;
  rows: SettingRow[];
  total: number;
  page: number;
  remarks: readonly Remark[];
  /** The engine tells its defaults. */ told: boolean;
};

/** All settings of the index, to be read. */
export function SettingsTable({ here, rows, total, page, remarks, told }: SettingsTableProps) {
  return (
    <section aria-labelledby="all-settings">
      <h2 id="all-settings" className="mb-3 text-16 font-bold">
        All settings
      </h2>
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Filter by name", chip: (text) => `Name contains ${text}` },
          { name: "kind", label: "Kind", options: kinds, any: "Any kind" },
        ]}
        remarks={remarks}
        aside={
          told && (
            <PlainLink to={here.href({ defaults: !here.state.defaults })} keepScroll className="link">
              {here.state.defaults ? "Hide defaults" : "Show defaults"}
            </PlainLink>
          )
        }
      />
      <DataTable
        caption="Settings"
        plain
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        footer={<TableFooter here={here} page={page} total={total} shown={rows.length} noun={["setting", "settings"]} sizes={[50, 100, 250]} />}
        empty={<EmptyState title="No setting matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />}
      />
    </section>
  );
}
