import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { loadEditor } from "~/editor/edit.server";
import { contentOf } from "~/services/data/stored-queries/read.server";
import { requireScope } from "~/session/scope.server";
import { QueryForm } from "./_parts/query-form";
import { answerQuery, loadForm, tryDraft } from "./_parts/query-form.server";
import { queryRef, queryText } from "./_parts/stored-query.server";
import { storedQueries } from "./_parts/thing";
import { TriedCard } from "./_parts/tried-card";

export const handle = storedQueries.one("Edit", { takes: "texts" });
export const meta = storedQueries.meta(({ id }) => `Edit ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, storedQueries, context);
  const ref = queryRef(request);
  const { text, version, lost, cancelTo } = await loadEditor({ request, scope, editable: queryText, ref });
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
      <PageHeader title={<Name>{version === "" ? "Create stored query" : `Edit ${values.id}`}</Name>} />
      {lost && (
        <Notice tone="warn">Your earlier changes are no longer kept; this is the stored query as it is stored.</Notice>
      )}
      {tried && <TriedCard {...tried} />}
      {/* Another draft is another form. */}
      <QueryForm key={JSON.stringify(values)} {...form} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
