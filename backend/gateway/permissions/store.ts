import type { Engine } from "../../engine/port";
import { createSystemStore } from "../store/system-store";
import { type Permission, PermissionSchema } from "./schema";

const MAX_LISTED = 10_000;
/** How long the credential of a role may be answered from memory, in ms. */
const FRESH = 2_000;

/** API credentials, by name; a role belongs to one of them at most. */
export type PermissionStore = {
  prepare: () => Promise<void>;
  get: (username: string) => Promise<Permission | null>;
  byRole: (role: string) => Promise<Permission | null>;
  put: (permission: Permission) => Promise<void>;
  remove: (username: string) => Promise<boolean>;
  list: (filter?: { owner?: string; index?: string }) => Promise<Permission[]>;
};

/** Credentials in the hidden index `.permissions`. */
export function createPermissionStore(engine: Engine): PermissionStore {
  const keyword = { type: "keyword" };
  const properties = { username: keyword, owner: keyword, role: keyword, indices: keyword, created_at: { type: "date" } };
  const store = createSystemStore({ engine, index: ".permissions", properties, schema: PermissionSchema });
  const roles = new Map<string, { at: number; permission: Permission | null }>();

  async function byRole(role: string): Promise<Permission | null> {
    if (role === "" || role.length > 1000) return null;
    const known = roles.get(role);
    if (known && Date.now() - known.at < FRESH) return known.permission;
    const [permission = null] = await store.find({ term: { role } }, 1);
    if (roles.size > 1000) roles.clear();
    roles.set(role, { at: Date.now(), permission });
    return permission;
  }

  return {
    prepare: store.prepare,
    get: store.get,
    byRole,
    put: async (permission) => {
      await store.put(permission.username, permission);
      roles.clear();
    },
    remove: async (username) => {
      roles.clear();
      return store.remove(username);
    },
    list: ({ owner, index } = {}) => {
      const filter = [...(owner === undefined ? [] : [{ term: { owner } }]), ...(index === undefined ? [] : [{ term: { indices: index } }])];
      return store.find(filter.length > 0 ? { bool: { filter } } : { match_all: {} }, MAX_LISTED);
    },
  };
}
