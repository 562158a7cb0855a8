import type { Engine } from "../../engine/port";
import { createSystemStore } from "../store/system-store";
import { type User, UserSchema } from "./schema";

/** Users, by name. */
export type UserStore = {
  prepare: () => Promise<void>;
  get: (username: string) => Promise<User | null>;
  put: (user: User) => Promise<void>;
  remove: (username: string) => Promise<boolean>;
  list: () => Promise<User[]>;
};

/** Users in the hidden index `.users`. */
export function createUserStore(engine: Engine): UserStore {
  const store = createSystemStore({ engine, index: ".users", properties: { username: { type: "keyword" } }, schema: UserSchema });
  return {
    prepare: store.prepare,
    get: store.get,
    put: (user) => store.put(user.username, user),
    remove: store.remove,
    list: () => store.find({ match_all: {} }, 1000),
  };
}
