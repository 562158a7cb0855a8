import type { Change } from "~/services/platform/changes/types";
import { getCredential, listCredentials } from "~/services/access-control/credentials/read.server";
import { requireDone } from "~/services/platform/http/done.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

/** A credential with the role that tokens name it by; an empty one where no token gets it. */
export type Role = {
  credential: string;
  description: string;
  role: string;
  expired: boolean;
  indices: string[];
  ops: string[];
};

/** All credentials by their roles, those with one first. Throws BackendError. */
export async function listRoles({ http }: Pick<Scope, "http">): Promise<Role[]> {
  const label = ({ description, credential }: Role) => (description === "" ? credential : description).toLowerCase();
  return (await listCredentials({ http }))
    .map(({ name, description, role, expired, indices, ops }): Role => ({
      credential: name,
      description,
      role,
      expired,
      indices,
      ops,
    }))
    .sort((a, b) => Number(a.role === "") - Number(b.role === "") || (label(a) < label(b) ? -1 : 1));
}

/**
 * Gives a credential a role, or takes it away with an empty one. To be sent only where it changes: servers refuse a
 * role that exists, the credential's own included (contract 10, 3.3).
 */
export function toSetRole({
  credential,
  role,
  before,
}: {
  credential: string;
  role: string;
  before: string;
}): Change<void> {
  return {
    resource: { kind: "credential", id: credential, name: credential },
    verb: "update",
    noun: "role",
    right: "credentials:write",
    request: { method: "PATCH", path: apiPath`/_permission/${credential}`, json: { role } },
    before: { role: before },
    after: { role },
    read: requireDone,
    stored: async (http) => {
      const now = await getCredential({ http }, credential);
      return now === undefined ? null : { role: now.role };
    },
    summary: () =>
      role === "" ? `“${before}” removed` : before === "" ? `“${role}”` : `from “${before}” to “${role}”`,
    undo: () => ({ kind: "set-role", value: { credential, role: before, set: role } }),
  };
}
