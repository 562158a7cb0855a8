import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { DeleteManyPage } from "~/components/editor/delete-many-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { DELETE } from "~/editor/intents";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { toSetSynonyms } from "~/services/synonyms/change.server";
import type { Synonym } from "~/services/synonyms/merge";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { countOf } from "~/lib/numbers";
import { requireSynonyms } from "./_parts/list.server";
import { crumb, synonymPath, synonymsPath, synonymsTitle } from "./_parts/screen";

export const handle: Handle = { screen: "synonyms", crumbs: crumb("Delete all") };
export const meta: MetaFunction = ({ params }) => [{ title: synonymsTitle(params, "Delete all") }];

const toDeleteAll = ({ name, all }: { name: string; all: readonly Synonym[] }) => toSetSynonyms({ index: name, verb: "delete", before: all, after: [] });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("synonyms"), context);
  const { name, all } = await requireSynonyms(scope);
  const at = appLevel(name);
  return {
    name,
    count: all.length,
    items: all.slice(0, 10).map(({ id, expression }) => ({ key: id, to: synonymPath(at, id, "edit"), name: expression.slice(0, 200) })),
    request: all.length === 0 ? null : shownRequest(scope, toDeleteAll({ name, all })),
    gate: scope.may("synonyms:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("synonyms"),
    what: "The synonyms were not deleted.",
    run: async ({ scope, form }) => {
      const { name, all } = await requireSynonyms(scope);
      const submission = parseConfirmation(form, name);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      if (String(all.length) !== form.get("count"))
        return formReply(submission, { intent: DELETE, formErrors: ["The synonyms were changed in the meantime."] });
      const changed = await change(scope, toDeleteAll({ name, all }));
      return redirectWithFlash({
        request,
        to: synonymsPath(appLevel(name)),
        text: `${countOf(all.length, "group")} deleted. Searches use them until that is applied.`,
        changed,
      });
    },
  });
}

export default function DeleteAllSynonymsScreen() {
  const { name, ...page } = useLoaderData<typeof loader>();
  const noun = "group";
  return <DeleteManyPage {...page} noun={noun} of={name} kept words={[]} selected={false} undoable backTo={synonymsPath(appLevel(name))} nameToType={name} />;
}

export { FormBoundary as ErrorBoundary };
