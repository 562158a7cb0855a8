import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm, failed } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { getPublicKey, keyFacts, toSetPublicKey } from "~/services/access-control/roles/public-key.server";
import { listRoles } from "~/services/access-control/roles/roles.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { keyConstraint, KeySchema, RolesSchema } from "./form.server";
import { SAVE_KEY, SAVE_ROLES } from "./intents";
import { KeyForm } from "./key-form";
import { RolesTable } from "./roles-table";
import { saveRoles } from "./save-roles.server";

const RIGHT = "access-control";

export const handle: Handle = { screen: "role-based-access" };
export const meta = titled("Role-based access");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, RIGHT, context);
  const [key, roles] = await Promise.all([getPublicKey(scope), listRoles(scope)]);
  return {
    key: key && { ...key, facts: keyFacts(key.pem) },
    roles,
    constraint: keyConstraint,
    gates: { key: scope.may("public-key:write"), role: scope.may("credentials:write") },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const to = screenPath(clusterLevel, "role-based-access");
  return answerForm(args, {
    right: RIGHT,
    what: "Nothing was changed.",
    run: async ({ scope, form }) => {
      switch (form.get("intent")) {
        case SAVE_KEY: {
          const submission = parseWithZod(form, { schema: KeySchema });
          if (submission.status !== "success") return formReply(submission, { intent: SAVE_KEY });
          const { key: pem, claim } = submission.value;
          const before = (await getPublicKey(scope)) ?? { pem: "", claim: "" };
          if (before.pem.trim() === pem && before.claim === claim)
            return redirectWithFlash({ request, to, kind: "info", text: "Nothing changed." });
          try {
            const changed = await change(scope, toSetPublicKey({ to: { pem: `${pem}\n`, claim }, before }));
            return redirectWithFlash({
              request,
              to,
              text: "Public key saved. Tokens are checked with it from now on.",
              changed,
            });
          } catch (error) {
            return failed(error, submission, {
              intent: SAVE_KEY,
              what: "The public key was not saved.",
              fields: { 400: "key" },
            });
          }
        }
        case SAVE_ROLES: {
          const submission = parseWithZod(form, { schema: RolesSchema });
          if (submission.status !== "success") return formReply(submission, { intent: SAVE_ROLES });
          return saveRoles({ request, scope, submission, typed: submission.value.roles, to });
        }
        default:
          throw unknownIntent(form.get("intent"));
      }
    },
  });
}

export default function RolesScreen() {
  const { key, roles, constraint, gates } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Role-based access"
        description="A token (JWT) that your sign-in service issues names a role. The call then has the rights of the API credential with that role."
        actions={key !== null && <LinkButton to="token">Check a token</LinkButton>}
      />
      {key === null ? (
        <EmptyState title="This server does not check tokens">
          <p>Callers sign in with the name and password of an API credential.</p>
        </EmptyState>
      ) : (
        <KeyForm stored={key} constraint={constraint} gate={gates.key} />
      )}
      {/* Other roles are another form. */}
      <RolesTable
        key={JSON.stringify(roles.map(({ role }) => role))}
        roles={roles}
        gate={gates.role}
        isFirst={key === null}
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
