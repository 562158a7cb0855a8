import type { ReactNode } from "react";
import { FilterBar, FilterInput, FilterSelect } from "~/components/ui/filter/filter-bar";
import { Remarks } from "~/components/ui/message/remarks";
import type { Change, Here } from "~/lib/address";
import type { Range } from "~/lib/address/range-of";
import { formatNumber } from "~/lib/values/numbers";
import { statuses } from "~/services/data/logs/words";
import type { LogListState } from "../../_parts/logs/logs-address";

const orders = [
  { value: "", label: "Newest first" },
  { value: "slowest", label: "Slowest first" },
  { value: "fastest", label: "Fastest first" },
];

const calls = [
  { value: "apps", label: "Without the console's" },
  { value: "all", label: "All calls" },
  { value: "console", label: "The console's only" },
];

/** The filters of the request log; those of latency on searches alone, which alone have one. */
export function LogFilters({ here, range, aside }: { here: Here<LogListState>; range: Range; aside: ReactNode }) {
  const { text, user, status, address, by, kind, order, least, most } = here.state;
  const timed = kind === "search";
  const controls = [
    "text",
    "user",
    "status",
    "address",
    "by",
    ...(timed ? (["order", "least", "most"] as const) : []),
  ] as const;
  return (
    <>
      <FilterBar
        here={here}
        controls={controls}
        chips={chipsOf(here, range)}
        folds
        open={here.holds("user", "status", "address", "by", ...(timed ? (["order", "least", "most"] as const) : []))}
        aside={aside}
        clears={["text", "user", "status", "address", "route", "reason", "by", "least", "most", "range"]}
      >
        <FilterInput name="q" label="Words in path or body" defaultValue={text} wide />
        <FilterInput
          name="user"
          label="User or credential"
          placeholder="User"
          type="text"
          short="name"
          defaultValue={user}
        />
        <FilterSelect
          name="status"
          label="Status"
          defaultValue={status}
          options={[{ value: "", label: "Any status" }, ...statuses.map((one) => ({ value: one, label: one }))]}
        />
        <FilterInput name="address" label="Address" type="text" short="name" defaultValue={address} />
        <FilterSelect name="by" label="Calls" defaultValue={by} options={calls} />
        {timed && (
          <FilterInput
            name="least"
            label="At least, ms"
            placeholder="Min ms"
            short="number"
            type="number"
            defaultValue={least === null ? "" : String(least)}
          />
        )}
        {timed && (
          <FilterInput
            name="most"
            label="At most, ms"
            placeholder="Max ms"
            short="number"
            type="number"
            defaultValue={most === null ? "" : String(most)}
          />
        )}
        {timed && <FilterSelect name="order" label="Order" defaultValue={order} options={orders} />}
      </FilterBar>
      <Remarks of={here.remarks} />
    </>
  );
}

function chipsOf(
  { state, holds }: Here<LogListState>,
  range: Range,
): { label: string; without: Change<LogListState> }[] {
  const { text, user, status, address, route, reason, by, least, most, kind } = state;
  const timed = kind === "search";
  return [
    ...(text === "" ? [] : [{ label: `Contains ${text}`, without: { text: undefined } }]),
    ...(user === "" ? [] : [{ label: `By ${user}`, without: { user: undefined } }]),
    ...(status === "" ? [] : [{ label: `Status ${status}`, without: { status: undefined } }]),
    ...(address === "" ? [] : [{ label: `From ${address}`, without: { address: undefined } }]),
    ...(route === "" ? [] : [{ label: `Route ${route}`, without: { route: undefined } }]),
    ...(reason === "" ? [] : [{ label: `Reason ${reason}`, without: { reason: undefined } }]),
    ...(by === "apps"
      ? []
      : [
          {
            label: by === "console" ? "The console's calls only" : "With the console's calls",
            without: { by: undefined },
          },
        ]),
    ...(least === null || !timed
      ? []
      : [{ label: `At least ${formatNumber(least)} ms`, without: { least: undefined } }]),
    ...(most === null || !timed ? [] : [{ label: `At most ${formatNumber(most)} ms`, without: { most: undefined } }]),
    ...(holds("range")
      ? [{ label: "preset" in state.range ? range.label : range.dates, without: { range: undefined } }]
      : []),
  ];
}
