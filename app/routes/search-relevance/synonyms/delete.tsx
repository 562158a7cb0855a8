import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { DELETE } from "~/editor/intents";
import { answerForm } from "~/server/form-action.server";
import { holds } from "~/lib/access-control/product";
import { appLevel } from "~/navigation/paths";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { toSetSynonyms } from "~/services/search-relevance/synonyms/change.server";
import type { Synonym } from "~/services/search-relevance/synonyms/merge";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireSynonym } from "./_parts/list.server";
import { synonyms } from "./_parts/thing";
import { publishGroups } from "./_parts/waiting.server";
import { WordGroup } from "./_parts/word-group";

export const handle = synonyms.beside("Delete");
export const meta = synonyms.meta("Delete");

const idOf = (request: Request) => synonyms.idIn(request);
const toDelete = ({ name, found }: { name: string; found: Synonym }) =>
  toSetSynonyms({ index: name, verb: "delete", before: [found], after: [] });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const { name, found } = await requireSynonym(scope, idOf(request));
  return { name, found, request: shownRequest(scope, toDelete({ name, found })), gate: scope.may("synonyms:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: synonyms,
    what: "The synonyms were not deleted.",
    run: async ({ scope }) => {
      const { name, found } = await requireSynonym(scope, idOf(request));
      const changed = await publishGroups(scope, toDelete({ name, found }), {
        index: name,
        plan: { before: [found], after: [] },
      });
      return redirectWithFlash({
        request,
        to: synonyms.path(appLevel(name)),
        text: holds(scope.identity.product, "kept-synonyms")
          ? "Synonyms deleted. Searches no longer use them."
          : "Synonyms deleted. Searches use them until the rest is published.",
        changed,
      });
    },
  });
}

export default function DeleteSynonymScreen() {
  const { name, found, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Delete synonyms?"
      consequences={<WordGroup expression={found.expression} />}
      intent={DELETE}
      request={request}
      gate={gate}
      submitLabel="Delete synonyms"
      cancelTo={synonyms.path(appLevel(name))}
    />
  );
}

export { FormBoundary as ErrorBoundary };
