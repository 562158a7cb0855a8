import type { Engine } from "../../engine/port";
import { createShortMemory } from "../store/short-memory";
import { SYSTEM } from "../store/system-indices";
import { createSystemStore } from "../store/system-store";
import { type Permission, PermissionSchema } from "./schema";

const MAX_LISTED = 10_000;

/** API credentials, by name; a role belongs to one of them at most. */
export type PermissionStore = {
  get: (username: string) => Promise<Permission | null>;
  byRole: (role: string) => Promise<Permission | null>;
  put: (permission: Permission) => Promise<void>;
  remove: (username: string) => Promise<boolean>;
  list: (filter?: { owner?: string; index?: string }) => Promise<Permission[]>;
};

/** Credentials in the hidden index `.permissions`. */
export function createPermissionStore(engine: Engine): PermissionStore {
  const store = createSystemStore({ engine, index: SYSTEM.permissions, schema: PermissionSchema });
  const roles = createShortMemory({ read: async (role) => (await store.find({ term: { role } }, 1))[0] ?? null, size: 1000 });

  async function byRole(role: string): Promise<Permission | null> {
    if (role === "" || role.length > 1000) return null;
    return roles.get(role);
  }

  return {
    get: store.get,
    byRole,
    put: async (permission) => {
      await store.put(permission.username, permission).finally(() => roles.forget());
    },
    remove: (username) => store.remove(username).finally(() => roles.forget()),
    list: ({ owner, index } = {}) => {
      const filter = [...(owner === undefined ? [] : [{ term: { owner } }]), ...(index === undefined ? [] : [{ term: { indices: index } }])];
      return store.find(filter.length > 0 ? { bool: { filter } } : { match_all: {} }, MAX_LISTED);
    },
  };
}
