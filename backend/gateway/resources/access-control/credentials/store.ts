import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { type Credential, CredentialSchema } from "@backend/gateway/platform/auth/credential";

const MAX_LISTED = 10_000;

/** API credentials, by name; a role belongs to one of them at most. */
export type CredentialStore = {
  get: (username: string) => Promise<Credential | null>;
  byRole: (role: string) => Promise<Credential | null>;
  put: (credential: Credential) => Promise<void>;
  /** Writes what is new in a credential. */
  change: (change: { from: Credential; to: Credential }) => Promise<void>;
  remove: (username: string) => Promise<boolean>;
  list: (filter?: { owner?: string; index?: string }) => Promise<Credential[]>;
};

// A real server on the same cluster puts both lists into each search as they stand, and an engine refuses null in one
// of them.
function asKept(credential: Credential): Credential {
  return {
    ...credential,
    include_fields: credential.include_fields ?? [],
    exclude_fields: credential.exclude_fields ?? [],
  };
}

/** Credentials in the hidden index `.permissions`. */
export function createCredentialStore({ engine, places }: StoreParts): CredentialStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.credentials, schema: CredentialSchema });
  const roles = createShortMemory({ read: async (role) => (await store.where({ role }, 1))[0] ?? null, size: 1000 });

  async function byRole(role: string): Promise<Credential | null> {
    if (role === "" || role.length > 1000) return null;
    return roles.get(role);
  }

  return {
    get: store.get,
    byRole,
    put: async (credential) => {
      // Kept as the real server keeps it, and computed for each answer, here as there.
      const kept = { ...asKept(credential), expired: false };
      await store.put(credential.username, kept).finally(() => roles.forget());
    },
    change: ({ from, to }) =>
      store.change(from.username, { from: asKept(from), to: asKept(to) }).finally(() => roles.forget()),
    remove: (username) => store.remove(username).finally(() => roles.forget()),
    list: ({ owner, index } = {}) =>
      store.where(
        { ...(owner === undefined ? {} : { owner }), ...(index === undefined ? {} : { indices: index }) },
        MAX_LISTED,
      ),
  };
}
