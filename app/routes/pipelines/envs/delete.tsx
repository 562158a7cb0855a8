import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { Name } from "~/components/ui/name";
import { NamedList } from "~/components/ui/named-list";
import { levelRef } from "~/navigation/paths";
import { answerForm } from "~/server/form-action.server";
import { requireEnv } from "~/services/pipelines/envs/read.server";
import { loadUses } from "~/services/pipelines/envs/uses.server";
import { toDeleteEnv } from "~/services/pipelines/envs/write.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { settle } from "~/services/platform/http/settle.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { globalEnvs, pipelines } from "../_parts/thing";
import { DELETE } from "./_parts/intents";

export const handle = globalEnvs.one("Delete");
export const meta = globalEnvs.meta(({ id }) => `Delete ${id}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, globalEnvs, context);
  const env = await requireEnv(scope, globalEnvs.idIn(request));
  const uses = await settle(loadUses(scope));
  return {
    key: env.key,
    usedBy: uses.ok ? uses.value(env.key) : [],
    request: shownRequest(scope, toDeleteEnv(env)),
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: globalEnvs,
    what: "The global variable was not deleted.",
    run: async ({ scope, form }) => {
      const env = await requireEnv(scope, globalEnvs.idIn(request));
      const submission = parseConfirmation(form, env.key);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      const changed = await change(scope, toDeleteEnv(env));
      return redirectWithFlash({ request, to: globalEnvs.path(scope), text: `${env.key} deleted.`, changed });
    },
  });
}

export default function DeleteGlobalEnvScreen() {
  const { key, usedBy, request, gate, at } = useLoaderData<typeof loader>();
  const items = usedBy.map(({ id, name }) => ({ key: id, name, to: pipelines.path(at, { id }) }));
  return (
    <ConfirmPage
      title={<Name>Delete {key}?</Name>}
      description="For 30 days it can be restored from Changes."
      consequences={
        <p>
          {items.length === 0
            ? "No pipeline uses it."
            : "Pipelines that name it find nothing in its place, and may fail."}
        </p>
      }
      mentions={items.length > 0 && <NamedList items={items} total={items.length} />}
      intent={DELETE}
      request={request}
      gate={gate}
      nameToType={{ name: key, label: `Type ${key} to confirm` }}
      submitLabel="Delete global variable"
      cancelTo={globalEnvs.path(at, { id: key })}
    />
  );
}

export { FormBoundary as ErrorBoundary };
