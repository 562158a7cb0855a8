/** Formats by digits after the point; making one takes longer than many uses. */
const formats = new Map<number, Intl.NumberFormat>();

function formatOf(digits: number) {
  const format = formats.get(digits) ?? new Intl.NumberFormat("en-US", { maximumFractionDigits: digits });
  formats.set(digits, format);
  return format;
}

/** A number with its digits in groups of three, `1,204,331`; up to `digits` after the point. */
export function formatNumber(value: number, digits = 2) {
  // Most numbers of a list; the runtime's own way takes ten times as long.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return formatOf(digits).format(value);
}

/** A large number in short, for cards: `1.44 M`, `135 K`; below 10,000 in full. */
export function formatCompact(value: number) {
  const size = Math.abs(value);
  if (size < 10_000) return formatNumber(value);
  const [unit, by] = size < 1e6 ? ["K", 1e3] : size < 1e9 ? ["M", 1e6] : ["B", 1e9];
  return `${Number((value / Number(by)).toPrecision(3))} ${unit}`;
}

const byteUnits = ["B", "KB", "MB", "GB", "TB"];

/** Bytes in readable units of 1024, measured ones with one decimal: `9.4 MB`, `3.0 KB`; a round limit as `8 GB`. */
export function formatBytes(bytes: number) {
  let value = bytes;
  let unit = 0;
  while (value >= 1023.95 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${byteUnits[unit]}`;
}

const sizePattern = /^([\d.]+)\s*(b|kb|mb|gb|tb|pb)?$/i;

/** Bytes of a size as search engines write it, `812.4kb`; undefined for an empty or unknown text. */
export function parseSize(text: string | null | undefined) {
  const match = sizePattern.exec((text ?? "").trim());
  if (!match?.[1]) return undefined;
  const power = ["b", "kb", "mb", "gb", "tb", "pb"].indexOf((match[2] ?? "b").toLowerCase());
  return Math.round(Number(match[1]) * 1024 ** power);
}

/** `one` or `many` after a grouped number: `1 index`, `7 indices`. */
export function countOf(count: number, one: string, many = `${one}s`) {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A rate in percent with one decimal, so that those of a column and of a page look alike: `42.9%`, `50.0%`. */
export const percentOf = (value: number) => `${value.toFixed(1)}%`;

/** A part of a whole in percent: `12.5%`. */
export const formatPercent = (share: number) => percentOf(share * 100);
