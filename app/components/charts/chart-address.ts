import { address, list } from "~/lib/address";

/** What charts keep in the address of any screen: the series that are switched off, `hide=requests.4xx`. */
export const chartAddress = address({ hide: list({ label: "Hidden series", part: "look", max: 50 }) });

/** The keys of one chart's series among the hidden ones. */
export function hiddenSeries(hide: readonly string[], chart: string): string[] {
  const start = `${chart}.`;
  return hide.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
}

/** The hidden ones with one series switched over; sorted, so that one view has one address. */
export function toggledSeries({
  hide,
  chart,
  series,
}: {
  hide: readonly string[];
  chart: string;
  series: string;
}): string[] {
  const name = `${chart}.${series}`;
  const found = new Set(hide);
  if (!found.delete(name)) found.add(name);
  return [...found].sort();
}
