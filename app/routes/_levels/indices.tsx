import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/ui/page/page-header";
import type { Handle } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";
import { loadIndexChoice } from "./choose.server";
import { IndexChooser } from "./index-chooser";

// The way to it begins with its own name: those held to some indices have this screen in place of the cluster's
// overview.
export const handle: Handle = { crumbs: () => [] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: isHeld(data) ? "Your indices" : "All indices" },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "overview", context);
  return loadIndexChoice(scope, request);
}

/** Whether the data of this screen are those of a user held to some indices. */
function isHeld(data: unknown) {
  return typeof data === "object" && data !== null && "held" in data && data.held !== null;
}

export default function IndicesScreen() {
  const choice = useLoaderData<typeof loader>();
  const { held } = choice;
  return (
    <>
      <PageHeader
        title={held === null ? "All indices" : "Your indices"}
        description={
          held === null ? undefined : `Your user is limited to ${held.length === 0 ? "no index yet" : held.join(", ")}.`
        }
      />
      <IndexChooser choice={choice} screen="" />
    </>
  );
}
