import { getLink, type SharedLink, stateOf } from "~/services/analytics/shared-links/store.server";
import { redirect } from "~/server/redirect.server";
import { restOf } from "~/navigation/paths";
import type { Scope } from "~/session/scope.server";
import { sharedLinks } from "./thing";
import { sharedScreenOf } from "./screens.server";

/** A link as pages show it: nothing of its secret or its credential's. */
export function linkView(link: SharedLink) {
  const {
    id,
    label,
    screen,
    search,
    index_name: index,
    person,
    created,
    ends,
    revoked,
    revoked_by: revokedBy,
    credential,
    opened,
    last_opened: last,
  } = link;
  const page = sharedScreenOf(screen, index === null ? "cluster" : "app")?.title ?? screen;
  return {
    id,
    label,
    screen,
    search,
    page,
    index,
    person,
    created,
    ends,
    revoked,
    revokedBy,
    credential,
    opened,
    last,
    state: stateOf(link),
  };
}

export type LinkView = ReturnType<typeof linkView>;

/** The link that the address names; leads to the list if this level has no such one. */
export function requireLink(scope: Scope, request: Request): SharedLink {
  const id = restOf(new URL(request.url).pathname.replace(/\.data$/, ""));
  const link = getLink(scope.context.config, { id, server: scope.session.url, index: scope.app });
  if (link === undefined) throw redirect(sharedLinks.path(scope));
  return link;
}
