import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Chart } from "~/components/charts/chart";
import { drawPointMap } from "~/components/charts/world-map.server";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { address, text } from "~/lib/address";
import { placeQuery, readPlace } from "~/lib/address/list-place";
import { browseTitle, documentCrumbs, documentLabel, documentPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { pointsOf } from "~/services/data/documents/field-rows.server";
import { requireDocument } from "~/services/data/documents/get.server";
import { requireScope } from "~/session/scope.server";
import { documentRef, documents } from "./_parts/document.server";

const asked = address({ field: text({ label: "Field" }) });

export const handle: Handle = { screen: "browse", crumbs: documentCrumbs("Map") };
export const meta: MetaFunction = ({ params, location }) => [
  { title: browseTitle(params, "Map", documentLabel(location.pathname)) },
];

/** Where the points of a field lie, drawn by this server: nothing is loaded from elsewhere. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  const { source } = await requireDocument(scope, ref);
  const { field } = asked.at(request).state;
  return {
    app: ref.index,
    ref: { id: ref.id, routing: ref.routing ?? null },
    title: documents.nameOf(ref, source),
    place: readPlace(new URL(request.url).searchParams),
    chart: drawPointMap({ id: "points", title: field, points: pointsOf(source, field) }),
  };
}

export default function DocumentMapScreen() {
  const { app, ref, title, place, chart } = useLoaderData<typeof loader>();
  const { field } = useAddress(asked).state;
  const back = documentPath(appLevel(app), ref, undefined, { ...placeQuery(place), view: "mapping" });
  return (
    <>
      <PageHeader
        title={<Name>{title}</Name>}
        description={`The points in the field ${field}`}
        actions={<LinkButton to={back}>Back to the document</LinkButton>}
      />
      <div className="max-w-[720px]">
        <Chart chart={chart} headingLevel="h2" empty="This document has no points in this field." />
      </div>
    </>
  );
}
