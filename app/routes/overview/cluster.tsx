import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IndexChooser } from "../_levels/index-chooser";
import { PageHeader } from "~/components/ui/page-header";
import type { Handle } from "~/navigation/handle";
import { requireScope } from "~/scope.server";
import { loadIndexChoice } from "../_levels/choose.server";

export const handle: Handle = { screen: "" };
export const meta: MetaFunction = () => [{ title: "Overview · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "overview", context);
  return loadIndexChoice(scope, request);
}

export default function ClusterOverviewScreen() {
  const choice = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Cluster overview" description="The indices of this cluster." />
      <IndexChooser choice={choice} screen="" />
    </>
  );
}
