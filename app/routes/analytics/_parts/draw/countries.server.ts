import { drawCountryMap } from "~/components/charts/map/world-map.server";
import type { DrawnChart } from "~/components/charts/types";
import type { Fact } from "~/components/figures/facts-line";
import { percentOf } from "~/components/figures/rate";
import { pageOf } from "~/lib/address";
import { findCountry } from "~/lib/analytics/countries/countries.server";
import { type Region, regions } from "~/lib/analytics/countries/regions";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Countries } from "~/services/analytics/countries.server";
import type { CountriesState } from "../analytics-address";

/** A country with its searches; the code and the region are null where nobody knows it. */
export type CountryRow = { name: string; code: string | null; region: Region | null; count: number };

const BY_NAME = new Intl.Collator("en");

/** Each country once, most searches first, whether the server tells it by its name, by its code, or by both. */
export function countryRows({ rows }: Pick<Countries, "rows">): CountryRow[] {
  const found = new Map<string, CountryRow>();
  // A country without searches is no row.
  for (const { key, count } of rows.filter((row) => row.count > 0)) {
    const country = findCountry(key);
    const id = country?.code ?? key;
    const { count: before = 0, name: earlier } = found.get(id) ?? {};
    const name = earlier ?? (country !== undefined && key.length <= 3 ? country.name : key);
    found.set(id, { name, code: country?.code ?? null, region: country?.region ?? null, count: count + before });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

/** Where searches come from, on a map of the part of the world that has them, or of the given one. */
export function drawCountries(rows: readonly CountryRow[], view?: "world" | Region): DrawnChart {
  return drawCountryMap({
    id: "countries",
    title: "Searches by country",
    counts: "Searches",
    rows: rows.map(({ name, code, count }) => ({ country: name, code, value: count })),
    format: "count",
    view,
  });
}

/** The map of an address and a page of its countries, which is the table of the chart too. */
export function countryPage(
  countries: Countries,
  { region, sort, page, size }: Pick<CountriesState, "region" | "sort" | "page" | "size">,
) {
  const all = countryRows(countries);
  const located = all.reduce((sum, { count }) => sum + count, 0);
  const rows = region === "" || region === "world" ? [...all] : all.filter((row) => row.region === region);
  const direction = sort.order === "asc" ? 1 : -1;
  rows.sort((a, b) => direction * (sort.by === "name" ? BY_NAME.compare(a.name, b.name) : a.count - b.count));
  const searches = Math.max(countries.searches ?? 0, located);
  const { table, ...chart } = drawCountries(all, region === "" ? undefined : region);
  const found = regions.filter((one) => one === region || all.some((row) => row.region === one));
  return {
    ...pageOf(rows, { page, size }),
    chart: { ...chart, note: table.note ?? "", table: { head: [], rows: [], note: null } },
    /** What the address asks for; empty where the map fits its data. */
    shown: region,
    /** The parts of the world to choose among: several with searches, and the one that is shown. */
    regions: found.filter((one) => found.length > 1 || one === region),
    searches,
    countries: all.length,
    strangers: all.filter(({ code }) => code === null).length,
    unknown: searches - located,
  };
}

export type CountryPage = ReturnType<typeof countryPage>;

/** The totals above the map; names that are no countries are counted apart. */
export function countryFacts({ searches, countries, strangers, unknown }: CountryPage): Fact[] {
  const share = percentOf((unknown / searches) * 100);
  return [
    { text: countOf(searches, "search", "searches") },
    { text: countOf(countries - strangers, "country", "countries") },
    ...(strangers > 0 ? [{ text: countOf(strangers, "unknown name") }] : []),
    ...(unknown > 0 ? [{ text: `${formatNumber(unknown)} without a country (${share})` }] : []),
  ];
}
