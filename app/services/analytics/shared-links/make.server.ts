import type { Change } from "~/services/platform/changes/types";
import { getCredential } from "~/services/access-control/credentials/read.server";
import { requireDone } from "~/services/platform/http/done.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { createCredential, credentialBody, sealKept, unsealKept } from "./credential.server";
import { addLink, newLinkId, newToken, revokeLink, type SharedLink } from "./store.server";

const KIND = "shared link";

type Wanted = { screen: string; search: string; zone: string; label: string; ends: number };
type Maker = Pick<Scope, "session" | "context"> & { app?: string | undefined };

/**
 * Creates a link to a page: an API credential for it on the server, and the link here. What comes back is in its
 * address, and is told this once.
 */
export function toCreateLink(scope: Maker, wanted: Wanted): Change<{ id: string; token: string; credential: string }> {
  const { config } = scope.context;
  const json = credentialBody({
    app: scope.app,
    description: `Shared link: ${wanted.label} (${wanted.screen})`,
    ends: wanted.ends,
  });
  const request = { method: "POST", path: "/_permission", json } as const;
  const id = newLinkId();
  const after = {
    label: wanted.label,
    page: `${wanted.screen}${wanted.search}`,
    ends: new Date(wanted.ends).toISOString(),
  };
  return {
    resource: { kind: KIND, id, name: wanted.label, ...(scope.app === undefined ? {} : { index: scope.app }) },
    verb: "create",
    noun: "shared link",
    right: "credentials:write",
    request,
    read: ({ failed }) => {
      throw failed("malformed");
    },
    after,
    stored: async (http, { credential }) => ((await getCredential({ http }, credential)) ? after : null),
    call: (http) =>
      createCredential({
        http,
        request,
        keep({ credential, password }) {
          const token = newToken();
          const sealed = sealKept({ config, purpose: "shared link" }, { id, password });
          const { screen, search, zone, label, ends } = wanted;
          const own = {
            server: scope.session.url,
            index_name: scope.app ?? null,
            person: personOf(scope.session),
            created: Date.now(),
          };
          addLink(config, { id, token, screen, search, zone, label, ends, credential, sealed, ...own });
          return { id, token, credential };
        },
      }),
  };
}

/** Ends a link and deletes its credential. The link itself is over first, whatever the server answers. */
export function toRevokeLink(
  { session, context }: Maker,
  link: Pick<SharedLink, "id" | "label" | "credential" | "index_name">,
): Change<void> {
  const request = { method: "DELETE", path: apiPath`/_permission/${link.credential}` } as const;
  return {
    resource: {
      kind: KIND,
      id: link.id,
      name: link.label,
      ...(link.index_name === null ? {} : { index: link.index_name }),
    },
    verb: "end",
    noun: "shared link",
    right: "credentials:write",
    request,
    read: requireDone,
    async call(http) {
      revokeLink(context.config, { id: link.id, person: personOf(session) });
      requireDone(await http.send(request));
    },
  };
}

/** The password that a link reads with; undefined where it cannot be opened any more. */
export function passwordOf(
  { config }: Pick<Scope["context"], "config">,
  link: Pick<SharedLink, "id" | "sealed">,
): string | undefined {
  return unsealKept({ config, purpose: "shared link" }, link)?.password;
}
