import type { Engine } from "../../engine/port";
import { SYSTEM } from "../store/system-indices";
import { createSystemStore } from "../store/system-store";
import { type User, UserSchema } from "./schema";

/** Users, by name. */
export type UserStore = {
  get: (username: string) => Promise<User | null>;
  put: (user: User) => Promise<void>;
  /** Writes a user unless there is one of that name; false where there is. */
  create: (user: User) => Promise<boolean>;
  remove: (username: string) => Promise<boolean>;
  list: () => Promise<User[]>;
};

/** Users in the hidden index `.users`. */
export function createUserStore(engine: Engine): UserStore {
  const store = createSystemStore({ engine, index: SYSTEM.users, schema: UserSchema });
  return {
    get: store.get,
    put: (user) => store.put(user.username, user),
    create: (user) => store.create(user.username, user),
    remove: store.remove,
    list: () => store.find({ match_all: {} }, 1000),
  };
}
