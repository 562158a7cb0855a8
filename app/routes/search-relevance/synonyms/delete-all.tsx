import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeleteManyPage } from "~/components/editor/delete-many-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { DELETE } from "~/editor/intents";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { holds } from "~/lib/access-control/product";
import { appLevel } from "~/navigation/paths";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { toSetSynonyms } from "~/services/search-relevance/synonyms/change.server";
import type { Synonym } from "~/services/search-relevance/synonyms/merge";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireSynonyms } from "./_parts/list.server";
import { synonyms } from "./_parts/thing";
import { publishGroups } from "./_parts/waiting.server";

export const handle = synonyms.beside("Delete all");
export const meta = synonyms.meta("Delete all");

const toDeleteAll = ({ name, all }: { name: string; all: readonly Synonym[] }) =>
  toSetSynonyms({ index: name, verb: "delete", before: all, after: [] });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const { name, all } = await requireSynonyms(scope);
  const at = appLevel(name);
  return {
    name,
    count: all.length,
    items: all.slice(0, 10).map(({ id, expression }) => ({
      key: id,
      to: synonyms.path(at, { id, page: "edit" }),
      name: expression.slice(0, 200),
    })),
    request: all.length === 0 ? null : shownRequest(scope, toDeleteAll({ name, all })),
    gate: scope.may("synonyms:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: synonyms,
    what: "The synonyms were not deleted.",
    run: async ({ scope, form }) => {
      const { name, all } = await requireSynonyms(scope);
      const submission = parseConfirmation(form, name);
      if (submission.status !== "success") return formReply(submission, { intent: DELETE });
      if (String(all.length) !== form.get("count"))
        return formReply(submission, { intent: DELETE, formErrors: ["The synonyms were changed in the meantime."] });
      const changed = await publishGroups(scope, toDeleteAll({ name, all }), {
        index: name,
        plan: { before: all, after: [] },
      });
      return redirectWithFlash({
        request,
        to: synonyms.path(appLevel(name)),
        text: `${countOf(all.length, "group")} deleted. ${holds(scope.identity.product, "kept-synonyms") ? "Searches no longer use them." : "Searches use them until that is published."}`,
        changed,
      });
    },
  });
}

export default function DeleteAllSynonymsScreen() {
  const { name, ...page } = useLoaderData<typeof loader>();
  const noun = "group";
  return (
    <DeleteManyPage
      {...page}
      noun={noun}
      of={name}
      kept
      words={[]}
      selected={false}
      undoable
      backTo={synonyms.path(appLevel(name))}
      nameToType={name}
    />
  );
}

export { FormBoundary as ErrorBoundary };
