import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { PageHeader } from "~/components/ui/page/page-header";
import { levelRef } from "~/navigation/paths";
import { indexOf } from "~/services/indices/get.server";
import { type Content, requireStoredQuery } from "~/services/data/stored-queries/read.server";
import { savedSearch } from "~/services/data/stored-queries/saved-search.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { QueryForm } from "./_parts/query-form";
import { answerQuery, loadForm } from "./_parts/query-form.server";
import { storedQueries } from "./_parts/thing";

export const handle = storedQueries.beside("New", { takes: "texts" });
export const meta = storedQueries.meta("New");

/**
 * What a new one begins with: a copy of another, a search of the preview, or an empty search of the index one is on.
 */
async function beginning(scope: Scope, address: URLSearchParams): Promise<{ id: string; content: Content }> {
  const from = address.get("from");
  if (from !== null)
    return { id: `${from}-copy`.replace(/[^\w-]/g, "-"), content: await requireStoredQuery(scope, from) };
  const search = savedSearch(scope, address.get("search"));
  return {
    id: "",
    content: search ?? { index: indexOf(scope), description: "", query: { query: { match_all: {} } }, params: {} },
  };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, storedQueries, context);
  const form = await loadForm(scope, await beginning(scope, new URL(request.url).searchParams));
  return { ...form, at: levelRef(params["appName"]) };
}

export async function action(args: ActionFunctionArgs) {
  return answerQuery(args);
}

export default function NewStoredQueryScreen() {
  const { at, ...form } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Create stored query" />
      <QueryForm {...form} version="" cancelTo={storedQueries.path(at)} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
