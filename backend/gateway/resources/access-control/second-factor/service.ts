import { randomBytes } from "node:crypto";
import { sealText, unsealText } from "@common/storage/seal";
import { NO_SECOND_FACTOR, SECOND_FACTOR_REQUIRED } from "@common/access-control/second-factor";
import { badRequest, HttpError, unauthorized } from "@backend/gateway/platform/http/errors";
import { timestamp } from "@backend/gateway/platform/store/timestamp";
import type { User } from "@backend/gateway/platform/auth/user";
import { newRecoveryCodes, newSecret, readCode, recoveryHash, stepOf, uriOf, withoutRecovery } from "./codes";
import { isProof, signProof } from "./proofs";
import type { Factor } from "./schema";
import type { FactorStore } from "./store";
import { createTries } from "./tries";

/** How long a new secret waits for its first code, in ms. */
const PENDING = 15 * 60_000;
/** What secrets of factors are sealed for. */
export const PURPOSE = "second factor";

const NONE: Omit<Factor, "username"> = {
  generation: "",
  secret: "",
  last_step: 0,
  recovery: [],
  since: "",
  pending: "",
  pending_until: 0,
};

/** Whose code it is, and from where it comes. */
export type Who = { user: Pick<User, "username" | "password">; address: string };
export type Proof = { proof: string; until: number };

/**
 * What can be done with second factors. All throw 400 where there is none, 401 for a wrong code, 429 after too many.
 */
export type SecondFactors = {
  /** Refuses a call of a user who has a second factor and sent no proof of it. Throws 401. */
  require: (call: { user: Who["user"]; proof: string | string[] | undefined }) => Promise<void>;
  has: (username: string) => Promise<boolean>;
  all: () => Promise<Set<string>>;
  state: (username: string) => Promise<{ active: boolean; since: string; recovery_codes_left: number }>;
  begin: (who: Who & { issuer: string; code: string | undefined }) => Promise<{ secret: string; uri: string }>;
  confirm: (who: Who & { code: string; minutes: number }) => Promise<Proof & { recovery_codes: string[] }>;
  verify: (who: Who & { code: string; minutes: number }) => Promise<Proof & { recovery_codes_left: number }>;
  renewCodes: (who: Who & { code: string }) => Promise<{ recovery_codes: string[] }>;
  end: (who: Who & { code: string }) => Promise<void>;
  /** Takes a factor away without a code; false where there was none. */
  reset: (username: string) => Promise<boolean>;
};

/** The refusal of a call that lacks the proof. */
function required(): HttpError {
  const refused = unauthorized(SECOND_FACTOR_REQUIRED);
  return new HttpError(401, refused.message, { headers: { ...refused.headers, "X-Second-Factor": "required" } });
}

const wrong = () => unauthorized("this code is not right, or was used before");

const isActive = (factor: Factor | null): factor is Factor => factor !== null && factor.generation !== "";

function requireActive(factor: Factor | null): Factor {
  if (!isActive(factor)) throw badRequest(NO_SECOND_FACTOR);
  return factor;
}

/** Second factors over their store. */
export function createSecondFactors({
  store,
  now = Date.now,
}: {
  store: FactorStore;
  now?: () => number;
}): SecondFactors {
  const tries = createTries();

  const sealed = async (secret: string, of: string) =>
    sealText({ text: secret, secrets: await store.secrets(), purpose: PURPOSE, of });

  async function opened(value: string, of: string): Promise<string> {
    const secret = unsealText({ value, secrets: await store.secrets(), purpose: PURPOSE, of });
    if (secret === undefined)
      throw new HttpError(
        500,
        "this second factor was sealed with a SECOND_FACTOR_SECRET that the server has no more: use a recovery code",
      );
    return secret;
  }

  /** The factor after a code of it was used up, as it is still to be written. Throws 401 and 429. */
  async function used(factor: Factor, { user, address, code: typed }: Who & { code: string }): Promise<Factor> {
    const read = readCode(typed);
    const attempt = { username: user.username, address, kind: read?.kind ?? "time" };
    await tries.take(attempt);
    if (!read) throw wrong();
    const next = read.kind === "time" ? await withStep(factor, read.code) : withRecovery(factor, read.code);
    if (!next) throw wrong();
    await tries.forget(attempt);
    return next;
  }

  async function withStep(factor: Factor, code: string): Promise<Factor | null> {
    const step = stepOf({
      secret: await opened(factor.secret, factor.username),
      code,
      after: factor.last_step,
      now: now(),
    });
    return step === null ? null : { ...factor, last_step: step };
  }

  function withRecovery(factor: Factor, code: string): Factor | null {
    const recovery = withoutRecovery({ hashes: factor.recovery, code });
    return recovery && { ...factor, recovery };
  }

  async function proofOf(user: Who["user"], factor: Factor, minutes: number): Promise<Proof> {
    const until = now() + minutes * 60_000;
    return { proof: signProof({ user, factor, until }, await store.secrets()), until };
  }

  return {
    async require({ user, proof }) {
      const factor = await store.get(user.username);
      if (!isActive(factor)) return;
      if (typeof proof === "string" && isProof({ user, factor, proof, now: now(), secrets: await store.secrets() }))
        return;
      throw required();
    },
    has: async (username) => isActive(await store.get(username)),
    all: store.active,
    async state(username) {
      const factor = await store.get(username);
      return isActive(factor)
        ? { active: true, since: factor.since, recovery_codes_left: factor.recovery.length }
        : { active: false, since: "", recovery_codes_left: 0 };
    },
    begin: ({ issuer, code, ...who }) =>
      store.change(who.user.username, async (present) => {
        const { username } = who.user;
        // Whoever has only the session of somebody must not put his own device in the place of that one's.
        if (isActive(present) && code === undefined)
          throw badRequest("a second factor is replaced with a code of the present one");
        const factor = isActive(present) ? await used(present, { ...who, code: code ?? "" }) : { username, ...NONE };
        const secret = newSecret();
        const next = { ...factor, pending: await sealed(secret, username), pending_until: now() + PENDING };
        return { next, value: { secret, uri: uriOf({ secret, issuer, username }) } };
      }),
    confirm: ({ user, code: typed, minutes }) =>
      store.change(user.username, async (present) => {
        if (!present || present.pending === "" || present.pending_until < now())
          throw badRequest("no second factor is being set up: begin anew");
        const secret = await opened(present.pending, user.username);
        const read = readCode(typed);
        const step = read?.kind === "time" ? stepOf({ secret, code: read.code, after: 0, now: now() }) : null;
        if (step === null) throw wrong();
        const codes = newRecoveryCodes();
        const next: Factor = {
          ...NONE,
          username: user.username,
          generation: randomBytes(12).toString("base64url"),
          secret: present.pending,
          last_step: step,
          recovery: codes.map(recoveryHash),
          since: timestamp(),
        };
        return { next, value: { recovery_codes: codes, ...(await proofOf(user, next, minutes)) } };
      }),
    verify: ({ minutes, ...who }) =>
      store.change(who.user.username, async (present) => {
        const next = await used(requireActive(present), who);
        return {
          next,
          value: { ...(await proofOf(who.user, next, minutes)), recovery_codes_left: next.recovery.length },
        };
      }),
    renewCodes: (who) =>
      store.change(who.user.username, async (present) => {
        const factor = await used(requireActive(present), who);
        const codes = newRecoveryCodes();
        return { next: { ...factor, recovery: codes.map(recoveryHash) }, value: { recovery_codes: codes } };
      }),
    end: (who) =>
      store.change(who.user.username, async (present) => {
        await used(requireActive(present), who);
        return { next: null, value: undefined };
      }),
    async reset(username) {
      if (!(await store.get(username))) return false;
      return store.change(username, (present) => Promise.resolve({ next: null, value: isActive(present) }));
    },
  };
}
