import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, NamedList } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import "~/components/kit";
import { DELETE } from "~/editor/intents";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { getFunction } from "~/services/functions/read.server";
import { toDeleteFunction } from "~/services/functions/write.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireFunction } from "./_parts/action.server";
import { rowOf, rulesOf } from "./_parts/load.server";
import { functionCrumbs, functionNameOf, functionPath, functionsPath, functionTitle, NoFunctions } from "./_parts/screen";

export const handle: Handle = { screen: "rules", crumbs: functionCrumbs("delete") };
export const meta: MetaFunction = ({ location }) => [{ title: functionTitle(`Delete ${functionNameOf(location.pathname)}`) }];

const nameIn = (request: Request) => functionNameOf(new URL(request.url).pathname);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("rules"), context);
  const at = levelRef(params["appName"]);
  const found = await getFunction(scope, nameIn(request));
  if (found === null) return { one: null, at };
  const { name, rules } = rowOf(found, await rulesOf(scope));
  return { one: { name, rules, request: shownRequest(scope, toDeleteFunction(found)), gate: scope.may("functions:write") }, at };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("rules"),
    what: "The function was not deleted.",
    run: async ({ scope, form }) => {
      const found = await requireFunction(scope, nameIn(request));
      const submission = parseConfirmation(form, found.name);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      const changed = await change(scope, toDeleteFunction(found));
      return redirectWithFlash({ request, to: functionsPath(scope), text: `Function ${found.name} deleted.`, changed });
    },
  });
}

export default function DeleteFunctionScreen() {
  const { one, at } = useLoaderData<typeof loader>();
  if (one === null) return <NoFunctions at={at} />;
  const { name, rules, request, gate } = one;
  const items = rules.map((rule) => ({ key: rule.id, to: screenPath(at, "rules", { rest: [rule.id] }), name: rule.name }));
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
      cancelTo={functionPath(at, name)}
    />
  );
}

export { FormBoundary as ErrorBoundary };
