import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { NamedList } from "~/components/ui/named-list";
import { DELETE } from "~/editor/intents";
import { answerForm } from "~/server/form-action.server";
import { levelRef, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { getFunction } from "~/services/search-relevance/functions/read.server";
import { toDeleteFunction } from "~/services/search-relevance/functions/write.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireFunction } from "./_parts/action.server";
import { rowOf, rulesOf } from "./_parts/load.server";
import { NoFunctions } from "./_parts/no-functions";
import { functions } from "./_parts/thing";

export const handle = functions.one("Delete");
export const meta = functions.meta(({ id }) => `Delete ${id}`);

const nameIn = (request: Request) => functions.idIn(request);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, functions, context);
  const at = levelRef(params["appName"]);
  const found = await getFunction(scope, nameIn(request));
  if (found === null) return { one: null, at };
  const { name, rules } = rowOf(found, await rulesOf(scope));
  return {
    one: { name, rules, request: shownRequest(scope, toDeleteFunction(found)), gate: scope.may("functions:write") },
    at,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: functions,
    what: "The function was not deleted.",
    run: async ({ scope, form }) => {
      const found = await requireFunction(scope, nameIn(request));
      const submission = parseConfirmation(form, found.name);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      const changed = await change(scope, toDeleteFunction(found));
      return redirectWithFlash({
        request,
        to: functions.path(scope),
        text: `Function ${found.name} deleted.`,
        changed,
      });
    },
  });
}

export default function DeleteFunctionScreen() {
  const { one, at } = useLoaderData<typeof loader>();
  if (one === null) return <NoFunctions at={at} />;
  const { name, rules, request, gate } = one;
  const items = rules.map((rule) => ({
    key: rule.id,
    to: screenPath(at, "rules", { rest: [rule.id] }),
    name: rule.name,
  }));
  return (
    <ConfirmPage
      title={`Delete the function ${name}?`}
      consequences={<p>The server stops it and forgets it. It cannot be restored here.</p>}
      mentions={rules.length > 0 && <NamedList items={items} total={items.length} />}
      intent={DELETE}
      request={request}
      gate={gate}
      nameToType={{ name, label: `Type ${name} to confirm` }}
      submitLabel="Delete function"
      cancelTo={functions.path(at, { id: name })}
    />
  );
}

export { FormBoundary as ErrorBoundary };
