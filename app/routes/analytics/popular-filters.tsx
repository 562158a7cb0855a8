import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { listKinds } from "./_parts/list-kind";
import { ListScreen } from "./_parts/list-screen";
import { loadListScreen } from "./_parts/list-screen.server";

const kind = listKinds.popularFilters;

export const handle: Handle = { screen: kind.screen };
export const meta: MetaFunction = ({ params }) => [{ title: `${kind.title} · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadListScreen(args, "popularFilters");
}

export default function PopularFiltersScreen() {
  const shown = useLoaderData<typeof loader>();
  return (
    <ListScreen
      kind={kind}
      shown={shown}
      empty={
        <EmptyState title="No filters in this period">
          <p>Filters show here as soon as recorded searches use them.</p>
        </EmptyState>
      }
    />
  );
}
