// How long a credential works. The wire counts nanoseconds; people count days.

export const units = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type Unit = keyof typeof units;
const unitNames: Unit[] = ["days", "hours", "minutes"];

/**
 * The largest unit that says it without a rest; null for never, and for what no unit says (other tools may have meant
 * seconds).
 */
export function readTime(ttl: number): { amount: number; unit: Unit } | null {
  const seconds = ttl / 1e9;
  const unit = unitNames.find((name) => seconds > 0 && seconds % units[name] === 0);
  return unit === undefined ? null : { amount: seconds / units[unit], unit };
}

/** In nanoseconds. */
export const timeOf = ({ amount, unit }: { amount: number; unit: Unit }): number => amount * units[unit] * 1e9;

/** "never", "30 days", and the bare number where no unit says it. */
export function timeInWords(ttl: number): string {
  if (ttl < 0) return "never";
  const read = readTime(ttl);
  if (read === null) return `${ttl} nanoseconds`;
  return `${read.amount} ${read.amount === 1 ? read.unit.slice(0, -1) : read.unit}`;
}

/** What was written by `timeInWords`, in nanoseconds. */
export function timeFromWords(words: string): number {
  const [amount = "", name = ""] = words.split(" ");
  const unit = unitNames.find((one) => one === name || one.slice(0, -1) === name);
  if (unit !== undefined) return timeOf({ amount: Number(amount), unit });
  return name === "nanoseconds" ? Number(amount) : -1;
}
