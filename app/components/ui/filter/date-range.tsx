import { useLocation } from "@remix-run/react";
import type { Here } from "~/lib/address";
import { type DateRange, type Preset, presetColumns, presetNames, presets } from "~/lib/address/date-range";
import type { Range } from "~/lib/address/range-of";
import { AddressForm } from "./address-form";
import { Button, buttonClass } from "../button";
import { PlainLink } from "../plain-link";
import { useReader } from "../reader";

type DateRangePickerProps = {
  /** Of a declaration with `range: dateRange()`. */
  here: Here<{ range: DateRange }>;
  /** The range on the clock, from the loader: `rangeOf`. */
  range: Range;
  /** As the declaration has it. */
  offered?: readonly Preset[];
};

/**
 * Which stretch of time a page is about: presets as links, days of one's own as a form, over the page, which does not
 * move. Closes when the page changes.
 */
export function DateRangePicker({ here, range, offered = presets }: DateRangePickerProps) {
  const { key } = useLocation();
  const { zone } = useReader();
  const isPreset = "preset" in here.state.range;
  return (
    <details key={key} data-menu="" className="date-range">
      <summary className={buttonClass("plain", "cursor-pointer")}>
        <span className="sr-only">Date range: </span>
        <span className="flex flex-wrap gap-x-2 text-left">
          <strong className="whitespace-nowrap">{isPreset ? range.label : range.dates}</strong>
          <span className="font-normal text-muted">
            {isPreset && range.dates}
            {range.zone !== zone && ` ${range.zone}`}
          </span>
        </span>
        <span aria-hidden="true" className="arrow" />
      </summary>
      <div className="over-page">
        <Presets here={here} offered={offered} />
        <CustomRange here={here} range={range} />
      </div>
    </details>
  );
}

function Presets({ here, offered }: Pick<DateRangePickerProps, "here"> & { offered: readonly Preset[] }) {
  const { range } = here.state;
  const current = "preset" in range ? range.preset : undefined;
  const columns = presetColumns
    .map((column) => column.filter((preset) => offered.includes(preset)))
    .filter((column) => column.length > 0);
  return (
    <ul className="grid grid-cols-2 gap-x-2 p-2 text-13">
      {columns.map((column) => (
        <li key={column.join()}>
          <ul>
            {column.map((preset) => (
              <li key={preset}>
                <PlainLink
                  to={here.href({ range: { preset, zone: range.zone } })}
                  keepScroll
                  aria-current={preset === current ? "true" : undefined}
                  className={`flex min-h-[32px] items-center rounded-sm border-l-2 px-2 no-underline ${
                    preset === current
                      ? "border-accent bg-accent-soft font-semibold text-accent"
                      : "border-transparent text-ink hover:bg-sunken"
                  }`}
                >
                  {presetNames[preset]}
                </PlainLink>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const control = "min-h-[34px] rounded border border-line-strong bg-surface px-2.5 py-1 text-13 text-ink";

function CustomRange({ here, range }: Pick<DateRangePickerProps, "here" | "range">) {
  const { from, to } = range.days;
  const fixed = here.state.range.zone !== null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line p-3 text-13">
      <AddressForm here={here} controls={["range"]} keepScroll className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">Custom range</strong>
        {fixed && <input type="hidden" name="zone" value={range.zone} />}
        <input
          key={from}
          type="date"
          name="from"
          aria-label="First day"
          defaultValue={from}
          required
          className={control}
        />
        <span className="text-muted">to</span>
        <input
          key={`${to} `}
          type="date"
          name="to"
          aria-label="Last day"
          defaultValue={to}
          required
          className={control}
        />
        <Button>Apply</Button>
      </AddressForm>
      {fixed ? (
        <span className="text-muted">
          Fixed in {range.zone} ·{" "}
          <PlainLink to={here.href({ range: { ...here.state.range, zone: null } })} keepScroll className="link">
            Use my time zone
          </PlainLink>
        </span>
      ) : (
        <PlainLink
          to={here.href({ range: range.fixed })}
          keepScroll
          className="link"
          title="The link then shows the same dates to everyone, at any time"
        >
          Fix to these dates
        </PlainLink>
      )}
    </div>
  );
}
