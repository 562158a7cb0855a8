import type { ComponentProps, ReactNode } from "react";
import { DateRangePicker } from "./date-range";

type RangeBarProps = ComponentProps<typeof DateRangePicker> & { /** Filters and comparison. */ children?: ReactNode };

/** Which stretch of time a page is about, and what narrows it further, in one bar below the head. */
export function RangeBar({ children, ...picker }: RangeBarProps) {
  return (
    <div className={`flex flex-wrap items-start gap-x-3 gap-y-2 ${children ? "" : "mb-4"}`}>
      <DateRangePicker {...picker} />
      {children && <div className="min-w-0 flex-1 basis-60">{children}</div>}
    </div>
  );
}
