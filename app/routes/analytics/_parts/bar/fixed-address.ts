import type { DateRange } from "~/lib/address/date-range";

type Times = { range: { frozen: DateRange }; before: { frozen: DateRange } | null };

/**
 * The query string of a page whose dates stay what they are now, whoever opens it and whenever; everything else is
 * kept: filters, sort, page, hidden series.
 */
export function fixedAddress(search: string, { range: { frozen }, before }: Times): string {
  if (!("from" in frozen)) return search;
  const params = new URLSearchParams(search);
  for (const name of ["range", "from", "to", "zone", "by", "prefix"]) params.delete(name);
  // Nothing to compare with stays so.
  if (before) params.delete("compare");
  const times = new URLSearchParams({ from: frozen.from, to: frozen.to });
  if (frozen.zone !== null) times.set("zone", frozen.zone);
  if (before && "from" in before.frozen) times.set("compare", `${before.frozen.from}/${before.frozen.to}`);
  const rest = params.toString();
  return `?${times.toString()}${rest === "" ? "" : `&${rest}`}`;
}
