import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerForm } from "~/server/form-action.server";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { toSetIndexOpen } from "~/services/indices/manage.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireIndex } from "~/services/indices/get.server";

/** The index that a page opens or closes. */
export async function loadOpenState({ request, params, context }: LoaderFunctionArgs, open: boolean) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  return { name, request: shownRequest(scope, toSetIndexOpen({ name, open })), gate: scope.may("indices:write") };
}

/** Opens or closes the index of the level; leads to where it can be used, or opened again. */
export async function changeOpenState(args: ActionFunctionArgs, open: boolean) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: `Index ${args.params["appName"]} was not ${open ? "opened" : "closed"}.`,
    run: async ({ scope }) => {
      const { name } = await requireIndex(scope);
      const changed = await change(scope, toSetIndexOpen({ name, open }));
      return open
        ? redirectWithFlash({ request, to: screenPath(appLevel(name)), text: `Index ${name} opened.`, changed })
        : redirectWithFlash({ request, to: screenPath(clusterLevel), text: `Index ${name} closed.`, changed });
    },
  });
}
