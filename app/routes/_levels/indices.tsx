import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IndexChooser } from "./index-chooser";
import { PageHeader } from "~/components/ui/page-header";
import type { Handle } from "~/navigation/handle";
import { loadIndexChoice } from "./choose.server";
import { requireScope } from "~/scope.server";

export const handle: Handle = { crumbs: () => [{ label: "Indices" }] };
export const meta: MetaFunction = () => [{ title: "Find an index" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, null, context);
  return loadIndexChoice(scope, request);
}

export default function IndicesScreen() {
  const choice = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Find an index" description="Each index is an app of its own, with its own screens." />
      <IndexChooser choice={choice} screen="" />
    </>
  );
}
