import type { Logger } from "pino";
import type { Engine } from "../engine/port";
import type { PasswordCheck } from "./auth/passwords";
import type { PermissionStore } from "./permissions/store";
import type { PublicKeyStore } from "./public-key/store";
import type { UserStore } from "./users/store";

/** What routes are built from. The gateway keeps no state but short-lived copies of what the engine holds. */
export type Services = {
  engine: Engine;
  users: UserStore;
  permissions: PermissionStore;
  publicKeys: PublicKeyStore;
  checkPassword: PasswordCheck;
  log: Logger;
};
