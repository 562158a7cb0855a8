import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IndexChooser } from "./index-chooser";
import { PageHeader } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { loadIndexChoice } from "./choose.server";
import { requireScope } from "~/session/scope.server";

export const handle: Handle = { crumbs: () => [{ label: "Find an index" }] };
export const meta: MetaFunction = () => [{ title: "Find an index" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "overview", context);
  return loadIndexChoice(scope, request);
}

export default function IndicesScreen() {
  const choice = useLoaderData<typeof loader>();
  const { held } = choice;
  return (
    <>
      <PageHeader
        title={held === null ? "Find an index" : "Your indices"}
        description={held === null ? undefined : `Your user is limited to ${held.length === 0 ? "no index yet" : held.join(", ")}.`}
      />
      <IndexChooser choice={choice} screen="" />
    </>
  );
}
