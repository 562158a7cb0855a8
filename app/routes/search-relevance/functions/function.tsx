import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import type { FormReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { ActionProblem } from "~/components/relevance/list-parts";
import { DefinitionList } from "~/components/ui/definition-list";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { Name } from "~/components/ui/name";
import { NamedList } from "~/components/ui/named-list";
import { PageHeader } from "~/components/ui/page/page-header";
import { CodeBlock } from "~/components/ui/request/code-block";
import { formatDuration } from "~/lib/values/dates";
import { formatNumber } from "~/lib/values/numbers";
import { levelRef, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { answerFunction } from "./_parts/action.server";
import { FunctionSwitch, Replicas } from "./_parts/function-facts";
import { RUN_FUNCTION } from "./_parts/intents";
import { loadFunction } from "./_parts/load.server";
import { NoFunctions } from "./_parts/no-functions";
import { functions } from "./_parts/thing";

export const handle = functions.one();
export const meta = functions.meta(({ id }) => id);

const nameIn = (request: Request) => functions.idIn(request);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, functions, context);
  return {
    one: await loadFunction(scope, nameIn(request)),
    gate: scope.may("functions:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerFunction(args, nameIn(args.request));
}

type Reply = FormReply & { ran?: { answer: { text: string; cut: boolean }; took: number } };

export default function FunctionScreen() {
  const { one, gate, at } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  const { form, fields, busy } = useServerForm<{ body: string }>({
    id: `run-${one?.name ?? ""}`,
    intent: RUN_FUNCTION,
    defaultValue: { body: "{}" },
  });
  if (one === null) return <NoFunctions at={at} />;
  const { name, image, trigger, payload, rules, invocations, replicas, logs } = one;
  const used = rules.map((rule) => ({
    key: rule.id,
    to: screenPath(at, "rules", { rest: [rule.id] }),
    name: rule.name,
  }));
  return (
    <>
      <PageHeader
        title={<Name>{name}</Name>}
        description="A function that rules call."
        actions={
          <MoreMenu
            entries={[{ gate, to: functions.path(at, { id: name, page: "delete" }), label: "Delete…", danger: true }]}
          />
        }
      />
      <ActionProblem but={RUN_FUNCTION} />
      <div className="mb-5 grid max-w-[1000px] gap-4">
        <DefinitionList
          items={[
            { label: "Status", value: <FunctionSwitch of={one} gate={gate} /> },
            { label: "Image", value: image === "" ? null : <code className="text-12">{image}</code> },
            { label: "Trigger", value: trigger === "" ? null : <code className="text-12">{trigger}</code> },
            { label: "Replicas", value: replicas === null ? null : <Replicas of={replicas} /> },
            { label: "Invocations", value: invocations === null ? null : formatNumber(invocations) },
            {
              label: "Called by",
              value: used.length === 0 ? "No rule" : <NamedList items={used} total={used.length} />,
            },
          ]}
        />
        {payload !== null && <CodeBlock label="Sent with each call" text={payload} />}
      </div>
      <section aria-labelledby="run-title" className="mb-5 max-w-[1000px] border-t border-line pt-4">
        <h2 id="run-title" className="mb-2 text-16 font-bold">
          Run it
        </h2>
        <ServerForm form={form} intent={RUN_FUNCTION} labels={{ body: "Body" }} className="">
          <JsonArea
            field={fields.body}
            label="Body"
            hint="What the function gets. It runs for real, whatever it does."
            rows={4}
          />
          <FormEnd label="Run function" busyLabel="Running…" busy={busy} gate={gate} />
        </ServerForm>
        {reply?.ran && (
          <div id="ran" role="status" className="mt-3">
            <CodeBlock label={`Answer after ${formatDuration(reply.ran.took)}`} text={reply.ran.answer.text} />
            {reply.ran.answer.cut && <p className="mt-1 text-13 text-muted">Cut after 100,000 characters.</p>}
          </div>
        )}
      </section>
      <section aria-labelledby="logs-title" className="max-w-[1000px] border-t border-line pt-4">
        <h2 id="logs-title" className="mb-2 text-16 font-bold">
          Logs
        </h2>
        {!logs.ok && <ErrorPanel title="The logs could not be read." failure={logs.failure} />}
        {logs.ok && logs.value.text.trim() === "" && <p className="text-13 text-muted">Nothing was printed.</p>}
        {logs.ok && logs.value.text.trim() !== "" && <CodeBlock label="The last 100 lines" text={logs.value.text} />}
      </section>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
