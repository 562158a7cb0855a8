import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, ViewRequest } from "~/components/detail-kit";
import { FormEnd, JsonArea, ServerForm, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { Notice, PageHeader, Remarks } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { jsonObjectText } from "~/lib/json/text.server";
import type { Handle } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { redirect } from "~/redirect.server";
import { shownRequest } from "~/services/changes/shown.server";
import { requireStoredQuery } from "~/services/stored-queries/read.server";
import { executeRequest, executeStored, paramsText } from "~/services/stored-queries/run.server";
import { requireScope } from "~/session/scope.server";
import { ParamsSchema } from "./_parts/query-form.server";
import { queryRef } from "./_parts/stored-query.server";
import { executeAddress, EXECUTE, queryCrumbs, queryIdOf, queryPath, queryTitle } from "./_parts/screen";
import { TriedCard } from "./_parts/form-screen";

export const handle: Handle = { screen: "stored-queries", crumbs: queryCrumbs("Execute") };
export const meta: MetaFunction = ({ params, location }) => [{ title: queryTitle(params, `Execute ${queryIdOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("stored-queries"), context);
  const { id } = queryRef(request);
  const { state, remarks } = executeAddress.at(request);
  const stored = await requireStoredQuery(scope, id);
  const given = jsonObjectText("Parameters").safeParse(state.params === "" ? paramsText(stored.params) : state.params);
  const ran = given.success && state.run ? { result: await executeStored(scope, { id, params: given.data }) } : null;
  return {
    id,
    remarks,
    text: given.success ? paramsText(given.data) : state.params,
    problem: given.success ? null : (given.error.issues[0]?.message ?? null),
    ran,
    request: shownRequest(scope, { request: executeRequest(id, given.success ? given.data : {}) }),
    at: levelRef(params["appName"]),
  };
}

/** Leads to the page's own address with the parameters: nothing is changed, so a run can be shared and repeated. */
export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: permissionsOf("stored-queries"),
    what: "The query was not executed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: ParamsSchema });
      if (submission.status !== "success") return formReply(submission, { intent: EXECUTE });
      return redirect(`${queryPath(scope, queryRef(args.request).id, "execute", { params: submission.value.params, run: 1 })}#tried`);
    },
  });
}

export default function ExecuteStoredQueryScreen() {
  const { id, remarks, text, problem, ran, request, at } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<{ params: string }>({ id: `execute-${id}-${text}`, intent: EXECUTE, defaultValue: { params: text } });
  return (
    <>
      <PageHeader title={<span className="[overflow-wrap:anywhere]">Execute {id}</span>} />
      <Remarks of={remarks} />
      {problem !== null && <Notice tone="warn">{problem}</Notice>}
      <ServerForm form={form} intent={EXECUTE} labels={{ params: "Parameters" }} className="mb-5 max-w-[1000px]">
        <JsonArea field={fields.params} label="Parameters" hint="They replace placeholders; those left out keep the stored value." rows={8} />
        <FormEnd label="Execute query" busyLabel="Executing…" busy={busy} cancelTo={queryPath(at, id)} />
      </ServerForm>
      {ran && <TriedCard what="execute" result={ran.result} />}
      <ViewRequest request={request} label="API request" open={ran !== null} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
