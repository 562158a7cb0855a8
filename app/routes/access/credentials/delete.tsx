import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CodeBlock, FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { Time } from "~/components/kit";
import { deleteOne, loadDelete } from "~/editor/delete.server";
import { DELETE } from "~/editor/intents";
import { answerForm } from "~/form-action.server";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { readUsage } from "~/services/credentials/usage.server";
import { requireScope } from "~/session/scope.server";
import { credentialRef, credentials } from "./_parts/credential.server";
import { credentialCrumbs, credentialNameOf, credentialTitle } from "./_parts/screen";

export const handle: Handle = { screen: "credentials", crumbs: credentialCrumbs("Delete") };
export const meta: MetaFunction = ({ params, location }) => [{ title: credentialTitle(params, `Delete ${credentialNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("credentials"), context);
  const ref = credentialRef(request);
  const [page, usage] = await Promise.all([loadDelete({ request, scope, editable: credentials, ref }), readUsage(scope)]);
  return { page, username: ref.name, use: usage.ok ? usage.of(ref.name) : null, usageMissing: usage.ok ? null : usage.why };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("credentials"),
    what: "The API credential was not deleted.",
    run: ({ scope, form }) =>
      deleteOne({ request, scope, editable: credentials, ref: credentialRef(request) }, { form, listPath: screenPath(scope, "credentials") }),
  });
}

export default function DeleteCredentialScreen() {
  const { page, username, use, usageMissing } = useLoaderData<typeof loader>();
  const { name, version, text, cancelTo, request, gate } = page;
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Delete {name}?</span>}
      description="Applications that sign in with it are refused at once. It cannot be restored: a new one has another user name and password."
      consequences={
        <>
          <p className="mb-2 text-13">
            {use === null ? (
              usageMissing
            ) : use.last === null ? (
              "Not used in the last 30 days."
            ) : (
              <>
                Last used <Time value={use.last} />, {countOf(use.calls, "call")} in the last 7 days.
              </>
            )}
          </p>
          <CodeBlock label={`The API credential ${username}`} text={text} />
        </>
      }
      intent={DELETE}
      request={request}
      gate={gate}
      submitLabel="Delete API credential"
      cancelTo={cancelTo}
    >
      <input type="hidden" name="version" value={version} />
    </ConfirmPage>
  );
}

export { FormBoundary as ErrorBoundary };
