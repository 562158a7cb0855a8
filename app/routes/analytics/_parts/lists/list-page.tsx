import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/analytics-companions.client";
import type { Handle } from "~/navigation/handle";
import { type ListName, listKinds } from "./list-kind";
import { ListScreen } from "./list-screen";
import type { loadListScreen } from "./list-screen.server";

/** What a list's route exports besides its loader, `loadListScreen`. */
export function listPage(list: ListName) {
  const kind = listKinds[list];
  const handle: Handle = { screen: kind.screen };
  const meta: MetaFunction = ({ params }) => [{ title: `${kind.title} · ${params["appName"] ?? "Cluster"}` }];
  function Screen() {
    return <ListScreen list={list} kind={kind} shown={useLoaderData<typeof loadListScreen>()} />;
  }
  return { handle, meta, Screen };
}
