import type { LoaderFunctionArgs } from "@remix-run/node";
import { listPage } from "./_parts/lists/list-page";
import { loadListScreen } from "./_parts/lists/list-screen.server";

const page = listPage("popularResults");

export const { handle, meta } = page;
export default page.Screen;

export async function loader(args: LoaderFunctionArgs) {
  return loadListScreen(args, "popularResults");
}
