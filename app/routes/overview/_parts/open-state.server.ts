import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { changeFailed } from "~/lib/user-messages";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { isBackendError } from "~/services/http/errors.server";
import { requireScope } from "~/scope.server";
import { setIndexOpen } from "~/services/indices/manage.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireIndex } from "./require-index.server";

/** The index that a page opens or closes. */
export async function loadIndexName({ request, params, context }: LoaderFunctionArgs) {
  const { name } = await requireIndex(await requireScope(request, params, "develop", context));
  return { name };
}

/** Opens or closes the index of the level; leads to where it can be used, or opened again. */
export async function changeOpenState({ request, params, context }: ActionFunctionArgs, open: boolean) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  try {
    await setIndexOpen(scope, { index: name, open });
  } catch (error) {
    if (!isBackendError(error) || error.failure.kind === "payment") throw error;
    const text = `The index ${name} was not ${open ? "opened" : "closed"}. ${changeFailed(error.failure)}`;
    return redirectWithFlash({ request, to: screenPath(appLevel(name)), kind: "bad", text });
  }
  return open
    ? redirectWithFlash({ request, to: screenPath(appLevel(name)), text: `Index ${name} is open.` })
    : redirectWithFlash({ request, to: screenPath(clusterLevel), text: `Index ${name} is closed. It can be opened again from its row.` });
}
