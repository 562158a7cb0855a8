import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { FormEnd, ServerForm, TextArea, useServerForm } from "~/components/form-kit";
import { PageHeader } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";
import { takeTyped } from "./_parts/draft.server";
import { ADD } from "./_parts/intents";
import { requireSynonym } from "./_parts/list.server";
import { crumb, synonymIdOf, synonymsPath, synonymsTitle } from "./_parts/screen";

export const handle: Handle = { screen: "synonyms", crumbs: crumb("Edit") };
export const meta: MetaFunction = ({ params }) => [{ title: synonymsTitle(params, "Edit") }];

const idOf = (request: Request) => synonymIdOf(new URL(request.url).pathname);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("synonyms"), context);
  const { name, found } = await requireSynonym(scope, idOf(request));
  return { name, found, gate: scope.may("synonyms:write") };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: permissionsOf("synonyms"),
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const { name, found } = await requireSynonym(scope, idOf(args.request));
      return takeTyped(scope, { index: name, form, edits: found.id });
    },
  });
}

export default function EditSynonymScreen() {
  const { name, found, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<{ groups: string }>({ id: `synonym-${found.id}`, intent: ADD, defaultValue: { groups: found.expression } });
  return (
    <div className="max-w-form">
      <PageHeader title="Edit synonyms" />
      <ServerForm form={form} intent={ADD} labels={{ groups: "Group" }}>
        <TextArea field={fields.groups} label="Group" hint="As in sofa, couch or tv => television." rows={3} spellCheck={false} required />
        <FormEnd label="Review" busy={busy} gate={gate} cancelTo={synonymsPath(appLevel(name))} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
