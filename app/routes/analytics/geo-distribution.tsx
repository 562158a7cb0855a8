import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/analytics-companions.client";
import { Chart, Dashboard } from "~/components/chart-kit";
import { EmptyState, SettledPanel, Tabs, useAddress } from "~/components/kit";
import { regionNames, regions } from "~/lib/countries/regions";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { getCountries } from "~/services/analytics/countries.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { countriesAddress } from "./_parts/analytics-address";
import { AnalyticsBar } from "./_parts/bar/analytics-bar";
import { loadBar } from "./_parts/bar/filter-choice.server";
import { CountryTable } from "./_parts/country-table";
import { countryPage } from "./_parts/draw/countries.server";
import { FigureCards } from "./_parts/figure-cards";
import { PageActions } from "./_parts/page-actions";
import { panelsOf, queryOf, requireAnalytics } from "./_parts/query.server";

export const handle: Handle = { screen: "geo-distribution" };
export const meta: MetaFunction = ({ params }) => [{ title: `Geo distribution · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const scope = await requireAnalytics(args);
  const here = countriesAddress.at(request);
  leaveLongAddress(request, here);
  const { range, query } = queryOf(scope, here.state);
  const [found, bar] = await Promise.all([panel(getCountries(scope, query), panelsOf(scope, request)), loadBar(scope, { request, state: here.state })]);
  const page = mapPanel(found, (countries) => countries && countryPage(countries, here.state));
  const percent = (part: number, whole: number) => `${formatNumber((part / whole) * 100, 1)}% of searches`;
  return {
    at: levelRef(args.params["appName"]),
    range,
    bar,
    page,
    figures: mapPanel(page, (one) =>
      one === null
        ? []
        : [
            { label: "Searches", value: formatNumber(one.searches) },
            { label: "Countries", value: formatNumber(one.countries) },
            ...(one.unknown > 0 ? [{ label: "Without a country", value: formatNumber(one.unknown), note: percent(one.unknown, one.searches) }] : []),
          ],
    ),
  };
}

export default function GeoDistributionScreen() {
  const { at, range, bar, page, figures } = useLoaderData<typeof loader>();
  const here = useAddress(countriesAddress);
  const { region } = here.state;
  return (
    <Dashboard
      title="Geo distribution"
      headingLevel="h1"
      range={<PageActions at={at} screen="geo-distribution" here={here} range={range} />}
      filters={
        <div className="w-full">
          <AnalyticsBar here={here} range={range} bar={bar} />
        </div>
      }
      cards={<FigureCards of={figures} />}
    >
      <div className="min-w-0 large:col-span-2">
        <SettledPanel of={page} what="Geo distribution">
          {(one) => {
            if (one === null) return <EmptyState title="This server has no such report" />;
            if (one.searches === 0) return <EmptyState title="No searches in this period" />;
            if (one.countries === 0)
              return (
                <EmptyState title="No search has a country">
                  <p>
                    Countries are looked up from the addresses of visitors. Set <code>GEOIP_DB</code> of the back end to a MaxMind data file, such as
                    GeoLite2-Country.mmdb, and restart it: searches recorded from then on have a country.
                  </p>
                </EmptyState>
              );
            return (
              <>
                <Tabs
                  label="Region"
                  tabs={[
                    { to: here.href({ region: "", page: undefined }), label: "World", current: region === "" },
                    ...regions.map((name) => ({ to: here.href({ region: name, page: undefined }), label: regionNames[name], current: region === name })),
                  ]}
                />
                <Chart chart={one.chart} headingLevel="h2" />
                <CountryTable here={here} {...one} />
              </>
            );
          }}
        </SettledPanel>
      </div>
    </Dashboard>
  );
}
