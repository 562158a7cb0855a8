import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Chart } from "~/components/charts/chart";
import { drawPointMap } from "~/components/charts/map/world-map.server";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { address, text } from "~/lib/address";
import { placeQuery, readPlace } from "~/lib/address/list-place";
import { browseTitle, documentCrumbs, documentTitle, documentPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { pointsOf } from "~/services/data/documents/field-rows.server";
import { requireDocument } from "~/services/data/documents/get.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { requireScope } from "~/session/scope.server";
import { documentRef, documents } from "./_parts/document.server";

const asked = address({ field: text({ label: "Field" }) });

export const handle: Handle = { screen: "browse", crumbs: documentCrumbs("Map") };
export const meta: MetaFunction = ({ params, location, data }) => [
  { title: browseTitle(params, "Map", documentTitle({ data, pathname: location.pathname })) },
];

/** Where the points of a field lie, drawn by this server: nothing is loaded from elsewhere. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const [{ source }, fields] = await Promise.all([requireDocument(scope, ref), listFields(scope, ref.index)]);
  const { field: wanted } = asked.at(request).state;
  const places = fields.filter(({ type }) => type === "geo_point").map(({ path }) => path);
  const shown = places.filter((path) => pointsOf(source, path).length > 0);
  const field = wanted === "" ? (shown[0] ?? "") : wanted;
  return {
    app: ref.index,
    ref: { id: ref.id, routing: ref.routing ?? null },
    title: documents.nameOf(ref, source),
    place: readPlace(new URL(request.url).searchParams),
    field,
    /** Fields of this document that can be shown; none where the index has no places at all. */
    shown,
    any: places.length > 0,
    chart: drawPointMap({ id: "points", title: field, points: pointsOf(source, field) }),
  };
}

function emptyOf({ field, shown, any }: { field: string; shown: readonly string[]; any: boolean }): string {
  if (!any) return "This index has no geo point fields, so there is nothing to show on a map.";
  if (shown.length === 0) return "This document has no value in any geo point field.";
  return `This document has no geo points in ${field}. Choose another field: ${shown.join(", ")}.`;
}

export default function DocumentMapScreen() {
  const { app, ref, title, place, field, shown, any, chart } = useLoaderData<typeof loader>();
  const here = useAddress(asked);
  const back = documentPath(appLevel(app), ref, undefined, { ...placeQuery(place), view: "mapping" });
  return (
    <>
      <PageHeader
        title={<Name>{title}</Name>}
        {...(field !== "" && { description: `Geo points of ${field}.` })}
        actions={<LinkButton to={back}>Back to the document</LinkButton>}
      />
      {shown.length > 1 && (
        <ul aria-label="Field" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13">
          {shown.map((path) => (
            <li key={path}>
              <PlainLink
                to={here.href({ field: path })}
                className={path === field ? "font-semibold" : "link"}
                aria-current={path === field ? "page" : undefined}
              >
                {path}
              </PlainLink>
            </li>
          ))}
        </ul>
      )}
      <div className="max-w-[720px]">
        <Chart chart={chart} headingLevel="h2" empty={emptyOf({ field, shown, any })} />
      </div>
    </>
  );
}
