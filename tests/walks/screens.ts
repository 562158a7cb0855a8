import type { Action } from "~/lib/access-control/actions";
import type { Handle } from "~/navigation/handle";
import { actionsOpening } from "~/navigation/sections";
import { moduleAt } from "../setup/open-screen";

/** Pages below the overview that change something: their permission is not the overview's. */
const STRICTER: [path: RegExp, actions: Action[]][] = [
  [
    /^\/cluster\/(create-index|maintain)$|^\/app\/[^/]+\/(maintain|open|close|delete|clone|reindex|(clone|reindex)\/start)$/,
    ["develop"],
  ],
  // What stands under the other tabs of the overviews.
  [/^\/(cluster|app\/[^/]+)\/(mapping|settings|aliases|analyze|templates|tasks)(\/|$)/, ["develop"]],
  [/^\/indices$/, ["overview"]],
];

/**
 * The permissions of which one opens the screen at an address, by the sidebar's model; null where it takes none but
 * that one is signed in. `posts` says whether it takes forms.
 */
export async function screenAt(path: string): Promise<{ wanted: Action[] | null; posts: boolean }> {
  const { module } = await moduleAt(path);
  const { handle } = module as { handle?: Handle };
  const screen = typeof handle?.screen === "function" ? handle.screen(path) : handle?.screen;
  const stricter = STRICTER.find(([pattern]) => pattern.test(path))?.[1];
  return {
    wanted: stricter ?? (screen === undefined ? null : actionsOpening(screen)),
    posts: module.action !== undefined,
  };
}
