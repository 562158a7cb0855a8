import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { type PublicKey, PublicKeySchema } from "@backend/gateway/platform/auth/public-key";

const ID = "_public_key";

/** The one public key that tokens are checked with. */
export type PublicKeyStore = {
  get: () => Promise<PublicKey | null>;
  put: (key: PublicKey) => Promise<void>;
};

/** The key in the hidden index `.publickey`. */
export function createPublicKeyStore({ engine, places }: StoreParts): PublicKeyStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.publicKey, schema: PublicKeySchema });
  return { get: () => store.get(ID), put: (key) => store.put(ID, key) };
}
