import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AsJson } from "~/components/editor/as-json";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Name } from "~/components/ui/name";
import { Time } from "~/components/ui/time";
import { DELETE } from "~/editor/intents";
import { countOf } from "~/lib/values/numbers";
import { readUsage } from "~/services/access-control/credentials/usage.server";
import { credentialPages } from "./_parts/credential.server";
import { credentials } from "./_parts/thing";

export const handle = credentials.one("Delete");
export const meta = credentials.meta(({ name }) => `Delete ${name}`);

export async function loader(args: LoaderFunctionArgs) {
  return credentialPages.loadDelete(args, async ({ scope, ref }) => {
    const usage = await readUsage(scope);
    return { use: usage.ok ? usage.of(ref.name) : null, usageMissing: usage.ok ? null : usage.why };
  });
}

export async function action(args: ActionFunctionArgs) {
  return credentialPages.takeDelete(args, { listOf: credentials.path });
}

export default function DeleteCredentialScreen() {
  const { page, ref, use, usageMissing } = useLoaderData<typeof loader>();
  const { name, facts, version, text, cancelTo, request, gate } = page;
  return (
    <ConfirmPage
      title={<Name>Delete {name}?</Name>}
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
          {facts !== "" && <Name as="p">{facts}</Name>}
          <AsJson label={`The API credential ${ref.name}`} text={text} />
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
