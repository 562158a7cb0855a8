import { LinkButton } from "~/components/ui/button";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { LongName } from "~/components/ui/long-name";
import { EmptyState } from "~/components/ui/message/empty-state";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
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
      <Name className="font-mono text-code">
        <LongName text={name} />
      </Name>
    ),
  },
  {
    key: "value",
    label: "Value",
    narrow: "own",
    render: ({ value, isDefault }) => (
      <Name title={value} className={`line-clamp-2 max-w-[32rem] font-mono text-code ${isDefault ? "text-muted" : ""}`}>
        {value === "" ? "“”" : <LongName text={value} />}
        {isDefault && " (default)"}
      </Name>
    ),
  },
  {
    key: "kind",
    label: "Kind",
    narrow: "badge",
    render: ({ kind }) => <StatusBadge tone="neutral">{kind}</StatusBadge>,
  },
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
    <details open={here.holds("q", "kind", "defaults", "page", "size")} className="mt-6 border-t border-line pt-4">
      <summary className="link mb-3 flex w-fit items-center gap-2 text-14 font-bold">
        <span aria-hidden="true" className="chevron" />
        All settings by key
      </summary>
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
        footer={
          <TableFooter
            here={here}
            page={page}
            total={total}
            shown={rows.length}
            noun={["setting", "settings"]}
            sizes={[50, 100, 250]}
          />
        }
        empty={<EmptyState title="No setting matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />}
      />
    </details>
  );
}
