import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { stringifyJson } from "@common/text/json";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { Notice } from "~/components/ui/message/notice";
import { Remarks } from "~/components/ui/message/remarks";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { ViewRequest } from "~/components/ui/request/view-request";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { levelRef } from "~/navigation/paths";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireStoredQuery } from "~/services/data/stored-queries/read.server";
import { executeRequest } from "~/services/data/stored-queries/request.server";
import { executeStored } from "~/services/data/stored-queries/run.server";
import { requireScope } from "~/session/scope.server";
import { EXECUTE } from "./_parts/intents";
import { ParameterInput } from "./_parts/parameter-field";
import { answerRun, paramsOf, readRun, type RunShape } from "./_parts/run-form.server";
import { queryRef } from "./_parts/stored-query.server";
import { storedQueries } from "./_parts/thing";
import { TriedCard } from "./_parts/tried-card";

export const handle = storedQueries.one("Execute");
export const meta = storedQueries.meta(({ id }) => `Execute ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, storedQueries, context);
  const { id } = queryRef(request);
  const { isRun, ...page } = readRun(request, await requireStoredQuery(scope, id));
  const sent = paramsOf(page.fields);
  return {
    ...page,
    id,
    // Of another run is another form; its own words may be long.
    formKey: contentHash(stringifyJson(sent)),
    ran: isRun ? { result: await executeStored(scope, { id, params: sent }) } : null,
    request: shownRequest(scope, { request: executeRequest(id, sent) }),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerRun(args);
}

export default function ExecuteStoredQueryScreen() {
  const {
    id,
    formKey,
    remarks,
    fields: parameters,
    isDefault,
    problem,
    ran,
    request,
    at,
  } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<RunShape>({
    id: `execute-${id}-${formKey}`,
    intent: EXECUTE,
    defaultValue: { values: parameters.map(({ name, text }) => ({ name, value: text })) },
  });
  const rows = fields.values.getFieldList().map((row) => row.getFieldset());
  const labels = Object.fromEntries(parameters.map(({ name }, place) => [`values[${place}].value`, name]));
  return (
    <>
      <PageHeader
        title={<Name>Execute {id}</Name>}
        actions={
          !isDefault && <LinkButton to={storedQueries.path(at, { id, page: "execute" })}>Reset to defaults</LinkButton>
        }
      />
      <Remarks of={remarks} />
      {problem !== null && <Notice tone="warn">{problem}</Notice>}
      <div className="mb-5 grid max-w-[1000px] items-start gap-x-8 large:grid-cols-2">
        <ServerForm form={form} intent={EXECUTE} labels={labels}>
          {parameters.length === 0 && <p className="mb-4 text-muted">No parameters: the query runs as it is.</p>}
          {parameters.map((parameter, place) => {
            const row = rows[place];
            return (
              row && (
                <div key={parameter.name}>
                  <input type="hidden" name={row.name.name} value={parameter.name} />
                  <ParameterInput field={row.value} of={parameter} />
                </div>
              )
            );
          })}
          <FormEnd label="Execute query" busyLabel="Executing…" busy={busy} cancelTo={storedQueries.path(at, { id })} />
        </ServerForm>
        {ran && <TriedCard what="execute" result={ran.result} />}
      </div>
      <ViewRequest request={request} label="API request" />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
