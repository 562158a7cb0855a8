import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { appLevel } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { takeGroup } from "./_parts/draft.server";
import { GroupForm } from "./_parts/group-form";
import { groupConstraint, groupValues } from "./_parts/group-form.server";
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
  const values = groupValues(waits ?? found.expression);
  return { name, id: found.id, values, constraint: groupConstraint, gate: scope.may("synonyms:write") };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: synonyms,
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const { name, found } = await requireSynonym(scope, idOf(args.request));
      return takeGroup(scope, { index: name, form, edits: found.id });
    },
  });
}

export default function EditSynonymScreen() {
  const { name, id, ...page } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-form">
      <PageHeader title="Edit synonyms" />
      <GroupForm id={`synonym-${id}`} {...page} cancelTo={synonyms.path(appLevel(name))} />
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
