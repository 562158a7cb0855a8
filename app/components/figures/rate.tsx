import { percentOf } from "~/lib/values/numbers";

export { percentOf };

/** A mean place among results, with two decimals: the same on a card and in a table. */
export const placeOf = (value: number) => value.toFixed(2);

/**
 * A rate of a row, and a bar as long as that part of the whole; the bar only repeats the number. A wide one is read as a
 * chart, on a phone too.
 */
export function Rate({ value, wide = false }: { value: number; wide?: boolean }) {
  const width = wide ? 96 : 28;
  return (
    <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
      <svg
        aria-hidden="true"
        width={width}
        height="6"
        className={wide ? "block text-line-strong" : "hidden text-line-strong large:block"}
      >
        <rect width={width} height="6" rx="1" className="fill-current opacity-40" />
        <rect
          width={(Math.min(100, Math.max(0, value)) * width) / 100}
          height="6"
          rx="1"
          className="fill-current text-accent"
        />
      </svg>
      {/* As wide as "100.0%", so that the bars of a column begin at one place. */}
      <span className="min-w-[3.25rem] text-right">{percentOf(value)}</span>
    </span>
  );
}
