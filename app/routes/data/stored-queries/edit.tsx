import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { Notice, PageHeader } from "~/components/kit";
import { loadEditor } from "~/editor/edit.server";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { contentOf } from "~/services/stored-queries/read.server";
import { requireScope } from "~/session/scope.server";
import { answerQuery, loadForm, tryDraft } from "./_parts/query-form.server";
import { queryRef, storedQueries } from "./_parts/stored-query.server";
import { queryCrumbs, queryIdOf, queryTitle } from "./_parts/screen";
import { QueryForm, TriedCard } from "./_parts/form-screen";

export const handle: Handle = { takes: "texts", screen: "stored-queries", crumbs: queryCrumbs("Edit") };
export const meta: MetaFunction = ({ params, location }) => [{ title: queryTitle(params, `Edit ${queryIdOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("stored-queries"), context);
  const ref = queryRef(request);
  const { text, version, lost, cancelTo } = await loadEditor({ request, scope, editable: storedQueries, ref });
  const [tried, form] = await Promise.all([
    tryDraft({ request, scope, text: text ?? "{}" }),
    loadForm(scope, { id: ref.id, content: contentOf(text ?? "{}") }),
  ]);
  return { ...form, version, lost, cancelTo, tried };
}

export async function action(args: ActionFunctionArgs) {
  return answerQuery(args);
}

export default function EditStoredQueryScreen() {
  const { lost, tried, ...form } = useLoaderData<typeof loader>();
  const { values, version } = form;
  return (
    <>
      <PageHeader title={<span className="[overflow-wrap:anywhere]">{version === "" ? "Create stored query" : `Edit ${values.id}`}</span>} />
      {lost && <Notice tone="warn">Your earlier changes are no longer kept; this is the stored query as it is stored.</Notice>}
      {tried && <TriedCard {...tried} />}
      {/* Another draft is another form. */}
      <QueryForm key={JSON.stringify(values)} {...form} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
