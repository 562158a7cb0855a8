import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { listKinds } from "./_parts/list-kind";
import { ListScreen } from "./_parts/list-screen";
import { loadListScreen } from "./_parts/list-screen.server";

const kind = listKinds.popularSearches;

export const handle: Handle = { screen: kind.screen };
export const meta: MetaFunction = ({ params }) => [{ title: `${kind.title} · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadListScreen(args, "popularSearches");
}

export default function PopularSearchesScreen() {
  const shown = useLoaderData<typeof loader>();
  return (
    <ListScreen
      kind={kind}
      shown={shown}
      empty={
        <EmptyState title="No searches in this period">
          <p>
            What visitors search for shows here as soon as your search page records it: send <code>recordAnalytics</code> with its searches.
          </p>
        </EmptyState>
      }
    />
  );
}
