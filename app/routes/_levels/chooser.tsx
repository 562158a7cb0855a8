import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/ui/page/page-header";
import type { Handle } from "~/navigation/handle";
import { findEntry } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";
import { loadIndexChoice } from "./choose.server";
import { IndexChooser } from "./index-chooser";

// From the address, because a page whose list could not be read has no data.
const screenOf = (pathname: string) => pathname.split("/")[2] ?? "";

export const handle: Handle = { screen: screenOf };
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.label ?? "Screen"} · Cluster` }];

/** A screen that only indices have, asked for at cluster level: choose the index first. The query goes along. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const screen = screenOf(new URL(request.url).pathname);
  const found = findEntry(screen);
  const scope = await requireScope(request, params, { screen }, context);
  return { ...(await loadIndexChoice(scope, request)), screen, label: found?.entry.label ?? screen };
}

export default function ChooserScreen() {
  const { screen, label, ...choice } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={label} description="Choose an index" />
      <IndexChooser choice={choice} screen={screen} />
    </>
  );
}
