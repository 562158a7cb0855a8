import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import { Remarks } from "~/components/ui/message/remarks";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { ViewRequest } from "~/components/ui/request/view-request";
import { answerForm } from "~/server/form-action.server";
import { jsonObjectText } from "~/lib/json/text.server";
import { levelRef } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireStoredQuery } from "~/services/data/stored-queries/read.server";
import { executeRequest, executeStored, paramsText } from "~/services/data/stored-queries/run.server";
import { requireScope } from "~/session/scope.server";
import { executeAddress } from "./_parts/addresses";
import { EXECUTE } from "./_parts/intents";
import { ParamsSchema } from "./_parts/query-form.server";
import { queryRef } from "./_parts/stored-query.server";
import { storedQueries } from "./_parts/thing";
import { TriedCard } from "./_parts/tried-card";

export const handle = storedQueries.one("Execute");
export const meta = storedQueries.meta(({ id }) => `Execute ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, storedQueries, context);
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
    right: storedQueries,
    what: "The query was not executed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: ParamsSchema });
      if (submission.status !== "success") return formReply(submission, { intent: EXECUTE });
      return redirect(
        `${storedQueries.path(scope, { id: queryRef(args.request).id, page: "execute", query: { params: submission.value.params, run: 1 } })}#tried`,
      );
    },
  });
}

export default function ExecuteStoredQueryScreen() {
  const { id, remarks, text, problem, ran, request, at } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<{ params: string }>({
    id: `execute-${id}-${text}`,
    intent: EXECUTE,
    defaultValue: { params: text },
  });
  return (
    <>
      <PageHeader title={<Name>Execute {id}</Name>} />
      <Remarks of={remarks} />
      {problem !== null && <Notice tone="warn">{problem}</Notice>}
      <ServerForm form={form} intent={EXECUTE} labels={{ params: "Parameters" }} className="mb-5 max-w-[1000px]">
        <JsonArea
          field={fields.params}
          label="Parameters"
          hint="They replace placeholders; those left out keep the stored value."
          rows={8}
        />
        <FormEnd label="Execute query" busyLabel="Executing…" busy={busy} cancelTo={storedQueries.path(at, { id })} />
      </ServerForm>
      {ran && <TriedCard what="execute" result={ran.result} />}
      <ViewRequest request={request} label="API request" open={ran !== null} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
