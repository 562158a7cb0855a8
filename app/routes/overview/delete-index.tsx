import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Name } from "~/components/ui/name";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { PlainLink } from "~/components/ui/plain-link";
import { answerForm } from "~/server/form-action.server";
import { callMessages } from "~/lib/messages/call-messages";
import { countOf, formatBytes } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { listCredentialsNaming } from "~/services/access-control/credentials/list.server";
import { settle } from "~/services/platform/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { listAliases } from "~/services/indices/list.server";
import { toDeleteIndex } from "~/services/indices/manage.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";

const INTENT = "delete-index";

/**
 * Re-indexing in place puts `books_reindexed_2` behind the name `books` (contract 10, 2.3); any other alias was made by
 * somebody.
 */
function isReindexed({ name, index }: { name: string; index: string }) {
  return index.startsWith(`${name}_reindexed_`) && /_\d+$/.test(index);
}

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Delete" }] };
export const meta = titled("Delete");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const row = await requireIndex(scope);
  const [aliases, credentials] = await Promise.all([
    settle(listAliases(scope, [row.index])),
    settle(listCredentialsNaming(scope, row.name)),
  ]);
  return {
    row,
    aliases: aliases.ok ? (aliases.value.get(row.index) ?? []) : null,
    credentials: credentials.ok ? credentials.value : null,
    toCredentials: scope.can("access-control"),
    request: shownRequest(scope, toDeleteIndex(row)),
    gate: scope.may("indices:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: callMessages.deleteAppFailed,
    run: async ({ scope, form }) => {
      const row = await requireIndex(scope);
      const { name } = row;
      const submission = parseConfirmation(form, name);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const changed = await change(scope, toDeleteIndex(row));
      return redirectWithFlash({
        request: args.request,
        to: screenPath(clusterLevel),
        text: `Index ${name} deleted.`,
        changed,
      });
    },
  });
}

export default function DeleteIndexScreen() {
  const { row, aliases, credentials, toCredentials, request, gate } = useLoaderData<typeof loader>();
  const renamed = row.index === row.name ? undefined : row.index;
  const named = (aliases ?? []).length > 0 || (credentials ?? []).length > 0;
  return (
    <ConfirmPage
      title={`Delete index ${row.name}?`}
      description="This cannot be undone."
      consequences={
        <ul className="mt-1 list-disc pl-5">
          <li>
            {row.documents === null
              ? "All documents (not counted: the index is closed)"
              : countOf(row.documents, "document")}
            {row.bytes === null ? "" : `, ${formatBytes(row.bytes)}`}
          </li>
          <li>Mapping and settings</li>
          {renamed !== undefined && (
            <li>
              The name <strong>{row.name}</strong> and the index behind it, <strong>{renamed}</strong>
              {isReindexed({ name: row.name, index: renamed }) && ", created by re-indexing"}
            </li>
          )}
        </ul>
      }
      mentions={
        named ? (
          <Name as="ul" className="mt-1 list-disc pl-5">
            {(aliases ?? []).map((alias) => (
              <li key={alias}>
                Alias <strong>{alias}</strong> will be removed
              </li>
            ))}
            {(credentials ?? []).map(({ username, description, role }) => (
              <li key={username}>
                API credential{" "}
                {toCredentials ? (
                  <PlainLink
                    to={screenPath(clusterLevel, "credentials", { rest: [username] })}
                    className="link font-semibold"
                  >
                    {description || username}
                  </PlainLink>
                ) : (
                  <strong>{description || username}</strong>
                )}
                {role !== "" && (
                  <>
                    {" "}
                    with the role <strong>{role}</strong>
                  </>
                )}{" "}
                lists this index; the credential stays
              </li>
            ))}
          </Name>
        ) : undefined
      }
      intent={INTENT}
      request={request}
      gate={gate}
      submitLabel="Delete index"
      cancelTo={screenPath(appLevel(row.name))}
      nameToType={{ name: row.name, label: `Type ${row.name} to confirm` }}
    />
  );
}

export { FormBoundary as ErrorBoundary };
