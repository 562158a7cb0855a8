import type { Change } from "~/services/platform/changes/types";
import { getCredential, listCredentials } from "~/services/access-control/credentials/read.server";
import { requireDone } from "~/services/platform/http/done.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { labelOf } from "./label-of";

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
  const label = (one: Role) => labelOf(one).toLowerCase();
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

type RoleChange = { credential: string; role: string; before: string; /** What it is called. */ name: string };

/**
 * Changes in an order in which the server takes them: a role belongs to one credential, so the one that has it gives it
 * away first. `taken` are those that find no such place, with who has their role.
 */
export function inOrder(
  roles: readonly Role[],
  changes: readonly RoleChange[],
): { ordered: RoleChange[]; taken: (RoleChange & { holder: string })[] } {
  const now = new Map(roles.map(({ credential, role }) => [credential, role.toLowerCase()]));
  const holderOf = ({ credential, role }: RoleChange) =>
    role === ""
      ? undefined
      : roles.find((one) => one.credential !== credential && now.get(one.credential) === role.toLowerCase());
  const ordered: RoleChange[] = [];
  let left = [...changes];
  for (;;) {
    const next = left.find((one) => holderOf(one) === undefined);
    if (next === undefined) break;
    ordered.push(next);
    now.set(next.credential, next.role.toLowerCase());
    left = left.filter((one) => one !== next);
  }
  const taken = left.flatMap((one) => {
    const holder = holderOf(one);
    return holder === undefined ? [] : [{ ...one, holder: labelOf(holder) }];
  });
  return { ordered, taken };
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
