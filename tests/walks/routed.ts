import { matchRoutes } from "@remix-run/react";
import { buildRoutes } from "../../routes.js";

type Node = { id: string; path?: string; index?: boolean; file: string; children: Node[] };

const table = Object.values(buildRoutes());
const below = (parent: string): Node[] =>
  table.filter(({ parentId }) => parentId === parent).map((route) => ({ ...route, children: below(route.id) }));
const tree = below("root");
const known = new Map<string, { id: string; file: string } | undefined>();

/** The route of routes.js that answers an address; undefined where there is only a page that says there is none. */
export function routeAt(pathname: string): { id: string; file: string } | undefined {
  if (!known.has(pathname)) {
    const match = matchRoutes(tree as Parameters<typeof matchRoutes>[0], pathname)?.at(-1);
    const node = match?.route as unknown as Node | undefined;
    known.set(pathname, node === undefined || node.id.endsWith("/*") ? undefined : { id: node.id, file: node.file });
  }
  return known.get(pathname);
}
