import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

// Sharing an index with another account. Only servers of the older hosted product have the calls (contract 10, 3.5);
// others answer 405 or 404.

const shareSchema = z.object({
  email: z.string().catch(""),
  username: z.string().nullish().catch(null),
  description: z.string().nullish().catch(null),
  ops: z.array(z.string()).nullish().catch(null),
});
const listSchema = z
  .union([z.array(shareSchema), z.object({ body: z.array(shareSchema) }).transform(({ body }) => body)])
  .nullable();

/** Somebody with whom an index is shared. `user` names him in calls. */
export type Share = { user: string; email: string; description: string; ops: string[] };

/** With whom an index is shared; null for a server that shares none. Throws BackendError. */
export async function listShares({ http }: Pick<Scope, "http">, index: string): Promise<Share[] | null> {
  const found = await whereOffered(
    http.call({ path: apiPath`/app/${index}/share`, schema: listSchema }).then((list) => ({ list: list ?? [] })),
  );
  if (found === null) return null;
  return found.list.map(({ email, username, description, ops }) => ({
    user: username ?? email,
    email: email === "" ? (username ?? "") : email,
    description: description ?? "",
    ops: ops ?? [],
  }));
}

const resourceOf = ({ index, name }: { index: string; name: string }) => ({ kind: "share", id: name, name, index });

/** Shares an index with the account of an e-mail address. */
export function toShare({
  index,
  email,
  description,
  ops,
}: {
  index: string;
  email: string;
  description: string;
  ops: readonly string[];
}): Change<void> {
  const after = { email, description, ops: [...ops] };
  return {
    resource: resourceOf({ index, name: email }),
    verb: "create",
    noun: "share",
    right: "credentials:write",
    request: {
      method: "POST",
      path: apiPath`/app/${index}/share`,
      json: { email, description, ops: [...ops], indices: [index] },
    },
    after,
    read: () => undefined,
    async stored(http) {
      const shares = await listShares({ http }, index);
      if (shares === null) return undefined;
      // Servers may show the address of an account, or its name.
      return shares.some((share) => share.email === email || share.user === email) ? after : null;
    },
  };
}

/** Ends a share. */
export function toEndShare({ index, share }: { index: string; share: Share }): Change<void> {
  return {
    resource: resourceOf({ index, name: share.email }),
    verb: "end",
    noun: "share",
    right: "credentials:write",
    request: { method: "DELETE", path: apiPath`/app/${index}/share/${share.user}` },
    before: { email: share.email, description: share.description, ops: share.ops },
    read: () => undefined,
  };
}
