import { formatDuration } from "~/lib/values/dates";
import { formatBytes, formatCompact, formatNumber, percentOf } from "~/lib/values/numbers";
import type { ValueFormat } from "./types";

const SMALLEST = 0.01;
const LARGEST = 1e12;

// Figures that the usual formats would round to nothing, or write as a row of zeros.
function formatExtreme(value: number) {
  return Number(value.toPrecision(3)).toExponential().replace("e+", "e");
}

const isExtreme = (value: number) =>
  value !== 0 && Number.isFinite(value) && (Math.abs(value) < SMALLEST || Math.abs(value) >= LARGEST);

/** A value in full, with its unit: for tables and legends. */
export function formatValue(value: number, format: ValueFormat): string {
  if (isExtreme(value))
    return format === "ms"
      ? `${formatExtreme(value)} ms`
      : format === "percent"
        ? `${formatExtreme(value)}%`
        : formatExtreme(value);
  switch (format) {
    case "count":
    case "number":
      return formatNumber(value);
    case "ms":
      return value < 0
        ? `${formatNumber(value, 1)} ms`
        : value < 10
          ? `${formatNumber(value, 1)} ms`
          : formatDuration(value);
    case "bytes":
      return value < 0 ? `-${formatBytes(-value)}` : formatBytes(value);
    case "percent":
      return percentOf(value);
  }
}

/** The same in few letters, for an axis. */
export function formatTick(value: number, format: ValueFormat): string {
  if ((format === "count" || format === "number") && !isExtreme(value)) return formatCompact(value);
  // The steps of an axis are round.
  if (format === "percent" && !isExtreme(value)) return `${formatNumber(value, 1)}%`;
  return formatValue(value, format);
}

/** "46 took 150 ms or longer": what the last bar holds. */
export function beyondNote({ beyond, last, format }: { beyond: number; last: number; format: ValueFormat }): string {
  const [count, from] = [formatValue(beyond, "count"), formatValue(last, format)];
  return format === "ms" ? `${count} took ${from} or longer` : `${count} of ${from} or higher`;
}
