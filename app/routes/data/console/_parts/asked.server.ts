import { indexOfRequest, rightOf } from "~/lib/data/console/meaning";
import { parseConsole } from "~/lib/data/console/parse";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { callOf } from "~/services/data/console/call";
import { confirmationOf, toRunRequest } from "~/services/data/console/run.server";
import { getWork } from "~/services/data/console/work.server";
import type { Scope } from "~/session/scope.server";
import { confirmAddress, workPath } from "./console-address";

/**
 * The request of the address, in the work that it is part of; null where that is not kept any more, or it needs no
 * page.
 */
export function asked(scope: Scope, request: Request) {
  const { work: id, request: at } = confirmAddress.at(request).state;
  const work = getWork(scope, id);
  const found = work && parseConsole(work.text)[at ?? 0];
  const made = found && callOf(found, scope.session.url);
  const why = found ? confirmationOf(found, scope.session.url) : null;
  return work && found && made?.ok && why !== null
    ? { id, at: at ?? 0, work, request: found, call: made.call, why }
    : null;
}

/** What the page before it is sent shows. */
export function pageOf(scope: Scope, { request, call, why, id }: NonNullable<ReturnType<typeof asked>>) {
  const { method, path } = call;
  return {
    title: `${method} ${path}`,
    why,
    request: shownRequest(scope, toRunRequest(request, call)),
    gate: scope.may(rightOf({ path })),
    name: method === "DELETE" ? (indexOfRequest({ path }) ?? null) : null,
    cancelTo: workPath(scope, id),
  };
}
