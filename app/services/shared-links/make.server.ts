import * as z from "zod";
import type { Change } from "~/services/changes/types";
import { requireDone } from "~/services/http/done.server";
import { apiPath } from "~/services/http/path";
import type { Scope } from "~/session/scope.server";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import { personOf } from "~/sessions.server";
import { addLink, newLinkId, newToken, revokeLink, type SharedLink } from "./store.server";

const KIND = "shared link";
const madeSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });
const keptSchema = z.object({ id: z.string(), password: z.string() });

type Wanted = { screen: string; search: string; zone: string; label: string; ends: number };
type Maker = Pick<Scope, "session" | "context"> & { app?: string | undefined };

/** The body of the credential that a link reads with: its page's calls and nothing else, until the link's end, and as long as its maker has them himself. */
export function credentialOf({ app }: Pick<Maker, "app">, { screen, label, ends }: Wanted, now = Date.now()) {
  return {
    description: `Shared link: ${label} (${screen})`,
    ops: ["read"],
    categories: ["analytics"],
    indices: [app ?? "*"],
    referers: ["*"],
    ttl: (ends - now) * 1e6,
    bound_to_creator: true,
  };
}

/** Creates a link to a page: an API credential for it on the server, and the link here. What comes back is in its address, and is told this once. */
export function toCreateLink(scope: Maker, wanted: Wanted): Change<{ id: string; token: string }> {
  const { config } = scope.context;
  const request = { method: "POST", path: "/_permission", json: credentialOf(scope, wanted) } as const;
  const id = newLinkId();
  return {
    resource: { kind: KIND, id, name: wanted.label, ...(scope.app === undefined ? {} : { index: scope.app }) },
    verb: "create",
    noun: "shared link",
    right: "credentials:write",
    request,
    read: ({ failed }) => {
      throw failed("malformed");
    },
    after: { label: wanted.label, page: `${wanted.screen}${wanted.search}`, ends: new Date(wanted.ends).toISOString() },
    async call(http) {
      const answer = await http.send(request);
      const made = madeSchema.safeParse(answer.body);
      if (!made.success) throw answer.failed("malformed");
      const { username: credential, password } = made.data;
      const token = newToken();
      const sealed = seal({ text: JSON.stringify({ id, password }), purpose: "shared link", secrets: sessionSecrets(config) });
      const { screen, search, zone, label, ends } = wanted;
      const own = { server: scope.session.url, index_name: scope.app ?? null, person: personOf(scope.session), created: Date.now() };
      try {
        addLink(config, { id, token, screen, search, zone, label, ends, credential, sealed, ...own });
      } catch (error) {
        // Nobody would know what it is for.
        await http.send({ method: "DELETE", path: apiPath`/_permission/${credential}` }).catch(() => undefined);
        throw error;
      }
      return { id, token };
    },
  };
}

/** Ends a link and deletes its credential. The link itself is over first, whatever the server answers. */
export function toRevokeLink({ session, context }: Maker, link: Pick<SharedLink, "id" | "label" | "credential" | "index_name">): Change<void> {
  const request = { method: "DELETE", path: apiPath`/_permission/${link.credential}` } as const;
  return {
    resource: { kind: KIND, id: link.id, name: link.label, ...(link.index_name === null ? {} : { index: link.index_name }) },
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

/** The password that a link reads with; undefined where it cannot be opened any more. It is bound to its link: another one's in its place is none. */
export function passwordOf({ config }: Pick<Scope["context"], "config">, { id, sealed }: Pick<SharedLink, "id" | "sealed">): string | undefined {
  const text = unseal({ value: sealed, purpose: "shared link", secrets: sessionSecrets(config) });
  const kept = text === undefined ? undefined : keptSchema.safeParse(JSON.parse(text)).data;
  return kept?.id === id ? kept.password : undefined;
}
