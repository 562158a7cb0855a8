import type { Credential } from "./credential";
import type { PublicKey } from "./public-key";
import type { User } from "./user";

/** What finding out who calls asks of those that keep users, credentials and the key of tokens. */
export type Accounts = {
  users: { get: (username: string) => Promise<User | null> };
  credentials: {
    get: (username: string) => Promise<Credential | null>;
    byRole: (role: string) => Promise<Credential | null>;
  };
  publicKeys: { get: () => Promise<PublicKey | null> };
};
