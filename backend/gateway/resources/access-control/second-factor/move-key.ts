import type { Logger } from "pino";
import { sealText, unsealText } from "@common/storage/seal";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { KeySchema } from "./schema";
import { PURPOSE } from "./service";
import { createFactorStore } from "./store";

const KEY_ID = "key";

/**
 * Earlier versions kept a generated key beside what it sealed, in the index, where whoever could read that had both.
 * What is sealed with it is sealed again with the present one, and the key deleted. Proofs that were given under it
 * end: their users are asked for a code once more.
 */
export async function moveKey({
  log,
  secrets,
  ...parts
}: StoreParts & { log: Pick<Logger, "warn">; secrets: () => readonly string[] }): Promise<void> {
  const keys = createSystemStore({ ...parts, index: SYSTEM.secondFactors, schema: KeySchema });
  const old = await keys.now(KEY_ID);
  if (old === null) return;
  const store = createFactorStore({ ...parts, secrets });
  const names = await store.names();
  const anew = (value: string, of: string) => {
    const text = value === "" ? undefined : unsealText({ value, secrets: [old.key], purpose: PURPOSE, of });
    return text === undefined ? value : sealText({ text, secrets: secrets(), purpose: PURPOSE, of });
  };
  for (const username of names) {
    await store.change(username, (factor) =>
      Promise.resolve({
        next: factor && {
          ...factor,
          secret: anew(factor.secret, factor.username),
          pending: anew(factor.pending, factor.username),
        },
        value: undefined,
      }),
    );
  }
  await keys.remove(KEY_ID);
  log.warn(
    { factors: names.length },
    "the key of second factors was taken out of the index: copies and snapshots of before still hold it",
  );
}
