import { createShortMemory } from "../store/short-memory";
import { SYSTEM } from "../store/system-indices";
import { createSystemStore, type StoreParts } from "../store/system-store";
import { type Permission, PermissionSchema } from "./schema";

const MAX_LISTED = 10_000;

/** API credentials, by name; a role belongs to one of them at most. */
export type PermissionStore = {
  get: (username: string) => Promise<Permission | null>;
  byRole: (role: string) => Promise<Permission | null>;
  put: (permission: Permission) => Promise<void>;
  /** Writes what is new in a credential. */
  change: (change: { from: Permission; to: Permission }) => Promise<void>;
  remove: (username: string) => Promise<boolean>;
  list: (filter?: { owner?: string; index?: string }) => Promise<Permission[]>;
};

// A real server on the same cluster puts both lists into each search as they stand, and an engine refuses null in one of them.
function asKept(permission: Permission): Permission {
  return { ...permission, include_fields: permission.include_fields ?? [], exclude_fields: permission.exclude_fields ?? [] };
}

/** Credentials in the hidden index `.permissions`. */
export function createPermissionStore({ engine, places }: StoreParts): PermissionStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.permissions, schema: PermissionSchema });
  const roles = createShortMemory({ read: async (role) => (await store.where({ role }, 1))[0] ?? null, size: 1000 });

  async function byRole(role: string): Promise<Permission | null> {
    if (role === "" || role.length > 1000) return null;
    return roles.get(role);
  }

  return {
    get: store.get,
    byRole,
    put: async (permission) => {
      // Kept as the real server keeps it, and computed for each answer, here as there.
      const kept = { ...asKept(permission), expired: false };
      await store.put(permission.username, kept).finally(() => roles.forget());
    },
    change: ({ from, to }) => store.change(from.username, { from: asKept(from), to: asKept(to) }).finally(() => roles.forget()),
    remove: (username) => store.remove(username).finally(() => roles.forget()),
    list: ({ owner, index } = {}) => store.where({ ...(owner === undefined ? {} : { owner }), ...(index === undefined ? {} : { indices: index }) }, MAX_LISTED),
  };
}
