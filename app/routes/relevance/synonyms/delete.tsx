import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import "~/components/kit";
import { answerForm } from "~/form-action.server";
import { DELETE } from "~/editor/intents";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { toSetSynonyms } from "~/services/synonyms/change.server";
import type { Synonym } from "~/services/synonyms/merge";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireSynonym } from "./_parts/list.server";
import { crumb, synonymIdOf, synonymsPath, synonymsTitle } from "./_parts/screen";

export const handle: Handle = { screen: "synonyms", crumbs: crumb("Delete") };
export const meta: MetaFunction = ({ params }) => [{ title: synonymsTitle(params, "Delete") }];

const idOf = (request: Request) => synonymIdOf(new URL(request.url).pathname);
const toDelete = ({ name, found }: { name: string; found: Synonym }) => toSetSynonyms({ index: name, verb: "delete", before: [found], after: [] });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("synonyms"), context);
  const { name, found } = await requireSynonym(scope, idOf(request));
  return { name, found, request: shownRequest(scope, toDelete({ name, found })), gate: scope.may("synonyms:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("synonyms"),
    what: "The synonyms were not deleted.",
    run: async ({ scope }) => {
      const { name, found } = await requireSynonym(scope, idOf(request));
      const changed = await change(scope, toDelete({ name, found }));
      return redirectWithFlash({ request, to: synonymsPath(appLevel(name)), text: "Synonyms deleted. Searches use them until the rest is applied.", changed });
    },
  });
}

export default function DeleteSynonymScreen() {
  const { name, found, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Delete synonyms?"
      consequences={<p className="[overflow-wrap:anywhere]">{found.expression}</p>}
      intent={DELETE}
      request={request}
      gate={gate}
      submitLabel="Delete synonyms"
      cancelTo={synonymsPath(appLevel(name))}
    />
  );
}

export { FormBoundary as ErrorBoundary };
