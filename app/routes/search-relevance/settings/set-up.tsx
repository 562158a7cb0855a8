import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { ButtonBar, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Gated } from "~/components/ui/message/gated";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm, failed } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { deployFirst, readFirstDeploy } from "~/services/search-relevance/first-settings/deploy.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { indexOf } from "./_parts/read-screen.server";
import { RoleTable } from "./_parts/role-table";
import { chosenRoles, SetUpSchema, type SetUpShape } from "./_parts/set-up-form.server";
import { SetUpSummary } from "~/components/relevance/set-up-summary";
import { SET_UP, type SetUpView } from "~/lib/search-relevance/set-up";
import { setUpView } from "~/services/search-relevance/first-settings/view.server";

const WHAT = "Search was not set up.";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Set up search" }] };
export const meta = titled("Set up search");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const index = indexOf(scope);
  return { index, view: await setUpView(scope, index), gate: scope.may("relevance:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "search" },
    what: WHAT,
    run: async ({ scope, form }) => {
      const index = indexOf(scope);
      if (form.get("intent") !== SET_UP) throw unknownIntent(form.get("intent"));
      const submission = parseWithZod(form, { schema: SetUpSchema });
      if (submission.status !== "success") return formReply(submission, { intent: SET_UP });
      const read = await readFirstDeploy(scope, index, { roles: chosenRoles(submission.value) });
      if ("left" in read) return formReply(submission, { intent: SET_UP, formErrors: [`${WHAT} ${read.left}`] });
      try {
        const { version, changed } = await deployFirst(scope, index, read);
        const text = `Version ${version} of the relevance settings was published. Searches work by their words alone.`;
        return redirectWithFlash({ request, to: screenPath(scope, "search-preview"), text, changed });
      } catch (error) {
        const words = { 409: "Search settings of this index were changed in the meantime. They were kept." };
        return failed(error, submission, { intent: SET_UP, what: WHAT, words });
      }
    },
  });
}

export default function SetUpSearchScreen() {
  const { index, view } = useLoaderData<typeof loader>();
  const at = appLevel(index);
  return (
    <>
      <PageHeader title={`Set up search of ${index}`} />
      {"left" in view ? (
        <EmptyState
          title="Nothing to set up"
          action={<LinkButton to={screenPath(at, "search")}>Search settings</LinkButton>}
        >
          <p>{view.left}</p>
        </EmptyState>
      ) : (
        <>
          <SetUpSummary view={view} at={at} />
          <RolesForm view={view} />
        </>
      )}
    </>
  );
}

function RolesForm({ view }: { view: SetUpView }) {
  const { index, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<SetUpShape>({
    id: `set-up-${index}`,
    intent: SET_UP,
    defaultValue: { fields: view.fields.map(({ path, role }) => ({ path, role })) },
  });
  return (
    <ServerForm form={form} intent={SET_UP} className="mt-4">
      <h2 className="mb-2 text-16 font-semibold">Roles of fields</h2>
      <RoleTable rows={fields.fields.getFieldList()} fields={view.fields} />
      <div className="mt-4">
        <ButtonBar>
          <Gated gate={gate} label="Set up search">
            <Button tone="primary">{busy ? "Setting up…" : "Set up search"}</Button>
          </Gated>
          <LinkButton tone="quiet" to={screenPath(appLevel(index), "")}>
            Cancel
          </LinkButton>
        </ButtonBar>
      </div>
    </ServerForm>
  );
}

export { FormBoundary as ErrorBoundary };
