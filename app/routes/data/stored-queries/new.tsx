import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { PageHeader } from "~/components/kit";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { settle } from "~/services/http/settle.server";
import { indexOf } from "~/services/indices/get.server";
import { listIndexNames } from "~/services/indices/list.server";
import { type Content, requireStoredQuery } from "~/services/stored-queries/read.server";
import { savedSearch } from "~/services/stored-queries/saved-search.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { fieldsOf, queryConstraint, takeQuery } from "./_parts/query-form.server";
import { queryTitle } from "./_parts/screen";
import { QueryForm } from "./_parts/form-screen";

export const handle: Handle = { screen: "stored-queries", crumbs: () => [{ label: "New" }] };
export const meta: MetaFunction = ({ params }) => [{ title: queryTitle(params, "New") }];

/** What a new one begins with: a copy of another, a search of the preview, or an empty search of the index one is on. */
async function beginning(scope: Scope, address: URLSearchParams): Promise<{ id: string; content: Content }> {
  const from = address.get("from");
  if (from !== null) return { id: `${from}-copy`.replace(/[^\w-]/g, "-"), content: await requireStoredQuery(scope, from) };
  const search = savedSearch(scope, address.get("search"));
  return { id: "", content: search ?? { index: indexOf(scope), description: "", query: { query: { match_all: {} } }, params: {} } };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("stored-queries"), context);
  const [{ id, content }, names] = await Promise.all([beginning(scope, new URL(request.url).searchParams), settle(listIndexNames(scope))]);
  return {
    values: fieldsOf(id, content),
    indices: names.ok ? names.value : [],
    constraint: queryConstraint,
    gate: scope.may("stored-queries:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("stored-queries"),
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    run: ({ scope, form }) => takeQuery({ request, scope, form }),
  });
}

export default function NewStoredQueryScreen() {
  const { at, ...form } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Create stored query" />
      <QueryForm {...form} version="" cancelTo={screenPath(at, "stored-queries")} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
