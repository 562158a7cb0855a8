import type { Scope } from "~/session/scope.server";

/** The scope of a page that only an index has. The route table mounts it nowhere else; throws a 404 all the same. */
export function inApp(scope: Scope): Scope & { level: "app"; app: string } {
  if (scope.level !== "app") throw new Response("This page belongs to an index.", { status: 404 });
  return scope;
}
