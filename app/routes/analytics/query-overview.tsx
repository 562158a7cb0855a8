import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FiguresPage } from "~/components/figures/figures-page";
import { useAddress } from "~/components/ui/filter/use-address";
import { encodeSegment, shownId } from "~/lib/address/ids";
import type { Handle } from "~/navigation/handle";
import { restOf, screenPath } from "~/navigation/paths";
import { getTerm } from "~/services/analytics/term.server";
import { mapPanel, panel, settle } from "~/services/platform/http/settle.server";
import { figuresAddress } from "./_parts/analytics-address";
import { AnalyticsBar } from "./_parts/bar/analytics-bar";
import { daysBefore, drawSearches, hasSearches, searchFigures } from "./_parts/draw/searches.server";
import { openAsked } from "./_parts/figures-page.server";
import { filePath } from "./_parts/file-path";
import { TermDocuments } from "./_parts/term-documents";
import { topDocuments } from "./_parts/titled-documents.server";

const termOf = (pathname: string) => restOf(pathname.replace(/\.data$/, ""), 1);

export const handle: Handle = {
  screen: "popular-searches",
  crumbs: ({ pathname }) => [{ label: shownId(termOf(pathname)) }],
};
export const meta: MetaFunction = ({ location }) => [
  { title: `${shownId(termOf(location.pathname))} · Popular searches` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { scope, range, query, before, hide, page, bar } = await openAsked(args, figuresAddress);
  const { request } = args;
  const term = termOf(new URL(request.url).pathname);
  const late = { request, requestId: scope.context.requestId };
  const found = getTerm(scope, { term, query });
  const titled = found.then(async (one) => {
    if (one === null) return null;
    const [seen, clicked] = await Promise.all([topDocuments(scope, one.seen), topDocuments(scope, one.clicked)]);
    return { seen, clicked };
  });
  const both = Promise.all([found, before && settle(getTerm(scope, { term, query: before }))]);
  const [documents, days, loadedBar] = await Promise.all([panel(titled, late), panel(both, late), bar()]);
  return {
    page,
    bar: loadedBar,
    term,
    searches: mapPanel(
      days,
      ([now, old]) =>
        now && drawSearches({ title: "Searches by day", days: now.days, range, hide, before: daysBefore(before, old) }),
    ),
    figures: mapPanel(days, ([now]) => searchFigures(now?.days)),
    hasBefore: mapPanel(days, ([, old]) => hasSearches(old)),
    seen: mapPanel(documents, (one) => one && one.seen),
    clicked: mapPanel(documents, (one) => one && one.clicked),
  };
}

export default function QueryOverviewScreen() {
  const { page, bar, hasBefore, term, figures, searches, seen, clicked } = useLoaderData<typeof loader>();
  const here = useAddress(figuresAddress);
  const { at, range } = page;
  return (
    <FiguresPage
      title={shownId(term)}
      back={{ to: `${screenPath(at, "popular-searches")}${here.search}`, label: "Popular searches" }}
      here={here}
      range={range}
      share={{ at, screen: `popular-searches/query-overview/${encodeSegment(term)}` }}
      filters={<AnalyticsBar here={here} before={page.before} hasBefore={hasBefore} bar={bar} />}
      figures={figures}
      chart={{ of: searches, title: "Searches by day", empty: "Nobody searched for it in this period." }}
    >
      <TermDocuments
        seen={seen}
        clicked={clicked}
        fileOf={(name, format) => filePath(at, { name, search: here.search, format, term })}
      />
    </FiguresPage>
  );
}
