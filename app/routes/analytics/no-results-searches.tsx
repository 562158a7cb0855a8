import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { FormBoundary } from "~/components/forms/form-boundary";
import { listPage } from "./_parts/lists/list-page";
import { loadListScreen } from "./_parts/lists/list-screen.server";
import { answerStockNote } from "./_parts/lists/stock-action.server";

const page = listPage("noResults");

export const { handle, meta } = page;
export default page.Screen;

export async function loader(args: LoaderFunctionArgs) {
  return loadListScreen(args, "noResults");
}

export async function action(args: ActionFunctionArgs) {
  return answerStockNote(args);
}

export { FormBoundary as ErrorBoundary };
