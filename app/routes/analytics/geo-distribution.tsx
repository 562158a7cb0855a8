import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Chart } from "~/components/charts/chart";
import { FiguresPage } from "~/components/figures/figures-page";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { OperatorNote } from "~/components/figures/operator-note";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { Tabs } from "~/components/ui/page/tabs";
import { type Region, regionNames } from "~/lib/analytics/countries/regions";
import { type Handle, titled } from "~/navigation/handle";
import { getCountries } from "~/services/analytics/countries.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { countriesAddress } from "./_parts/analytics-address";
import { AnalyticsBar } from "./_parts/bar/analytics-bar";
import { CountryTable } from "./_parts/country-table";
import { countryFacts, countryPage } from "./_parts/draw/countries.server";
import { openAsked } from "./_parts/figures-page.server";

export const handle: Handle = { screen: "geo-distribution" };
export const meta = titled("Geo distribution");

export async function loader(args: LoaderFunctionArgs) {
  const { scope, here, query, late, page, bar } = await openAsked(args, countriesAddress);
  const [found, loadedBar] = await Promise.all([panel(getCountries(scope, query), late), bar()]);
  const countries = mapPanel(found, (one) => one && countryPage(one, here.state));
  return {
    page,
    bar: loadedBar,
    countries,
    facts: mapPanel(countries, (one) => (one === null || one.countries === 0 ? [] : countryFacts(one))),
  };
}

/** What the map can show, as the address has it. */
const views = (regions: readonly Region[]) => [
  { region: undefined, label: "Fit to searches" },
  { region: "world" as const, label: "Whole world" },
  ...regions.map((region) => ({ region, label: regionNames[region] })),
];

export default function GeoDistributionScreen() {
  const { page, bar, countries, facts } = useLoaderData<typeof loader>();
  const here = useAddress(countriesAddress);
  return (
    <FiguresPage
      title="Geo distribution"
      here={here}
      range={page.range}
      share={{ at: page.at, screen: "geo-distribution" }}
      filters={<AnalyticsBar here={here} bar={bar} />}
      facts={facts}
    >
      <div className="min-w-0 large:col-span-2">
        <SettledPanel of={countries} what="Geo distribution">
          {(one) => {
            if (one === null) return <EmptyState title="This server has no such report" />;
            if (one.searches === 0) return <EmptyState title="No searches in this period" />;
            if (one.countries === 0)
              return (
                <>
                  <EmptyState title="No search has a country">
                    <p>This server does not look up where visitors come from.</p>
                  </EmptyState>
                  <OperatorNote>
                    Set <code>GEOIP_DB</code> of the back end to a MaxMind data file, such as GeoLite2-Country.mmdb, and
                    restart it.
                  </OperatorNote>
                </>
              );
            return (
              <>
                <Tabs
                  label="Map"
                  tabs={views(one.regions).map(({ region, label }) => ({
                    to: here.href({ region, page: undefined }),
                    label,
                    current: one.shown === (region ?? ""),
                  }))}
                />
                <Chart chart={one.chart} headingLevel="h2" />
                <CountryTable here={here} {...one} />
              </>
            );
          }}
        </SettledPanel>
      </div>
    </FiguresPage>
  );
}
