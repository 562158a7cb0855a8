import { useLoaderData } from "@remix-run/react";
import { type Handle, titled } from "~/navigation/handle";
import { type ListName, listKinds } from "./list-kind";
import { ListScreen } from "./list-screen";
import type { loadListScreen } from "./list-screen.server";

/** What a list's route exports besides its loader, `loadListScreen`. */
export function listPage(list: ListName) {
  const kind = listKinds[list];
  const handle: Handle = { screen: kind.screen };
  const meta = titled(kind.title);
  function Screen() {
    return <ListScreen list={list} kind={kind} shown={useLoaderData<typeof loadListScreen>()} />;
  }
  return { handle, meta, Screen };
}
