/** The parameter that names the series switched off on a page, `requests.4xx`, as often as there are. */
export const HIDE = "hide";

const MOST_HIDDEN = 50;

/** The keys of one chart's series that the address switches off. */
export function hiddenSeries(params: URLSearchParams, chart: string): string[] {
  const start = `${chart}.`;
  return params
    .getAll(HIDE)
    .slice(0, MOST_HIDDEN)
    .flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
}

/** The list of the address with one series switched over; sorted, so that one view has one address. */
export function toggledSeries({ params, chart, series }: { params: URLSearchParams; chart: string; series: string }): string[] {
  const name = `${chart}.${series}`;
  const found = new Set(params.getAll(HIDE).slice(0, MOST_HIDDEN));
  if (!found.delete(name)) found.add(name);
  return [...found].sort();
}
