import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextArea } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { appLevel } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { takeTyped } from "./_parts/draft.server";
import { ADD } from "./_parts/intents";
import { requireSynonym } from "./_parts/list.server";
import { synonyms } from "./_parts/thing";
import { waitingSynonyms } from "./_parts/waiting.server";

export const handle = synonyms.beside("Edit");
export const meta = synonyms.meta("Edit");

const idOf = (request: Request) => synonyms.idIn(request);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const { name, found } = await requireSynonym(scope, idOf(request));
  const waits = waitingSynonyms(scope, name).get(found.id)?.now ?? null;
  return { name, found: { ...found, expression: waits ?? found.expression }, gate: scope.may("synonyms:write") };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: synonyms,
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const { name, found } = await requireSynonym(scope, idOf(args.request));
      return takeTyped(scope, { index: name, form, edits: found.id });
    },
  });
}

export default function EditSynonymScreen() {
  const { name, found, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<{ groups: string }>({
    id: `synonym-${found.id}`,
    intent: ADD,
    defaultValue: { groups: found.expression },
  });
  return (
    <div className="max-w-form">
      <PageHeader title="Edit synonyms" />
      <ServerForm form={form} intent={ADD} labels={{ groups: "Group" }}>
        <TextArea
          field={fields.groups}
          label="Group"
          hint="As in sofa, couch or tv => television."
          rows={3}
          spellCheck={false}
          required
        />
        <FormEnd label="Review" busy={busy} gate={gate} cancelTo={synonyms.path(appLevel(name))} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
