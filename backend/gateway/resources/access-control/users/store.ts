import { withLock } from "@backend/gateway/platform/store/lock";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { type User, UserSchema } from "@backend/gateway/platform/auth/user";

const MAX_LISTED = 10_000;

/** Users, by name. */
export type UserStore = {
  get: (username: string) => Promise<User | null>;
  put: (user: User) => Promise<void>;
  /** Writes what is new in a user. */
  change: (change: { from: User; to: User }) => Promise<void>;
  /** Writes a user unless there is one of that name; false where there is. */
  create: (user: User) => Promise<boolean>;
  remove: (username: string) => Promise<boolean>;
  list: () => Promise<User[]>;
  /** Runs work that must not run twice at a time, on any gateway: what counts users before it removes one. */
  alone: <Value>(work: () => Promise<Value>) => Promise<Value>;
};

/** Users in the hidden index `.users`. */
export function createUserStore({ engine, places }: StoreParts): UserStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.users, schema: UserSchema });
  return {
    get: store.get,
    put: (user) => store.put(user.username, user),
    change: (change) => store.change(change.from.username, change),
    create: (user) => store.create(user.username, user),
    remove: store.remove,
    list: () => store.where({}, MAX_LISTED),
    alone: (work) => withLock({ engine, name: "users" }, work),
  };
}
