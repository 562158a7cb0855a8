import { createHash } from "node:crypto";
import { withLock } from "@backend/gateway/platform/store/lock";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { type Factor, FactorSchema } from "./schema";

const MAX_LISTED = 10_000;

/** Second factors, by the name of their user. */
export type FactorStore = {
  /** At most half a second old. */
  get: (username: string) => Promise<Factor | null>;
  /** Names of all whose factor is in force. */
  active: () => Promise<Set<string>>;
  /**
   * Reads a factor as it is and writes what comes of it, one at a time on all gateways: a code must not count twice.
   * Null removes it.
   */
  change: <Value>(
    username: string,
    work: (present: Factor | null) => Promise<{ next: Factor | null; value: Value }>,
  ) => Promise<Value>;
  remove: (username: string) => Promise<boolean>;
  /**
   * The secrets that it is sealed and signed with: those of the operator, then the one that this gateway made for
   * itself.
   */
  secrets: () => Promise<readonly string[]>;
};

// A name may be longer than an id.
const idOf = (username: string) => `user-${createHash("sha256").update(username).digest("base64url")}`;

/** Second factors in the hidden index `.second_factors`, sealed with secrets that lie elsewhere. */
export function createFactorStore({
  engine,
  places,
  secrets,
}: StoreParts & { secrets: () => readonly string[] }): FactorStore & {
  /** Of all who have a factor, or one that waits for its first code. */ names: () => Promise<string[]>;
} {
  const index = SYSTEM.secondFactors;
  const factors = createSystemStore({ engine, places, index, schema: FactorSchema });

  async function change<Value>(
    username: string,
    work: (present: Factor | null) => Promise<{ next: Factor | null; value: Value }>,
  ): Promise<Value> {
    const lock = { engine, name: idOf(username), index: places.of(SYSTEM.locks).definition.name };
    return withLock(lock, async ({ check }) => {
      // By a search, which no memory answers.
      const [present = null] = await factors.where({ username }, 1);
      const { next, value } = await work(present);
      check();
      if (next) await factors.put(idOf(username), next);
      else if (present) await factors.remove(idOf(username));
      return value;
    });
  }

  return {
    get: (username) => factors.get(idOf(username)),
    names: async () =>
      (await factors.where({}, MAX_LISTED)).flatMap(({ username }) => (username === "" ? [] : [username])),
    active: async () =>
      new Set(
        (await factors.where({}, MAX_LISTED)).flatMap(({ username, generation }) =>
          generation === "" ? [] : [username],
        ),
      ),
    change,
    remove: (username) => factors.remove(idOf(username)),
    secrets: async () => secrets(),
  };
}
