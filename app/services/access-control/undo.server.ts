import * as z from "zod";
import { getCredential } from "~/services/access-control/credentials/read.server";
import { currentOf, toSaveCredential } from "~/services/access-control/credentials/write.server";
import { getPublicKey, toSetPublicKey } from "~/services/access-control/roles/public-key.server";
import { listRoles, toSetRole } from "~/services/access-control/roles/roles.server";
import { getSyncInterval, toSetSyncInterval } from "~/services/access-control/sync/preferences.server";
import { currentUser, toSaveUser } from "~/services/access-control/users/write.server";
import { notChanged, undoKind } from "../platform/changes/undo-kind.server";

// The ways back of what belongs to access.

const key = z.object({ pem: z.string(), claim: z.string() });

const setPublicKey = undoKind(z.object({ to: key, set: key }), async (scope, { to, set }) => {
  const now = await getPublicKey(scope);
  const ready = now?.pem === set.pem && now.claim === set.claim;
  const note = ready
    ? "Not changed since. Tokens signed for the present key are refused again."
    : "The public key has been changed since, so undo is off.";
  return { ready, note, change: toSetPublicKey({ to, before: set }) };
});

const setRole = undoKind(
  z.object({ credential: z.string(), role: z.string(), set: z.string() }),
  async (scope, { credential, role, set }) => {
    const roles = await listRoles(scope);
    const own = roles.find((one) => one.credential === credential);
    const taken = roles.some((one) => one.credential !== credential && role !== "" && one.role === role);
    const note =
      own === undefined
        ? "The credential has been deleted since, so there is nothing to undo."
        : own.role !== set
          ? "The role has been changed since, so undo is off."
          : taken
            ? `Another credential has the role “${role}” now, so undo is off.`
            : notChanged;
    return { ready: note === notChanged, note, change: toSetRole({ credential, role, before: set }) };
  },
);

const setSyncInterval = undoKind(
  z.object({ interval: z.number(), set: z.number() }),
  async (scope, { interval, set }) => {
    const ready = (await getSyncInterval(scope)) === set;
    const note = ready ? notChanged : "The sync preferences have been changed since, so undo is off.";
    return { ready, note, change: toSetSyncInterval({ interval, before: set }) };
  },
);

const saveUser = undoKind(
  z.object({ username: z.string(), text: z.string(), version: z.string() }),
  async (scope, value) => {
    const stored = await currentUser(scope, value.username);
    const ready = stored?.version === value.version;
    const changed = "The user has been changed since. Undo would overwrite that change, so it is off.";
    const note = stored === undefined ? "The user has been deleted since." : ready ? notChanged : changed;
    return { ready, note, change: toSaveUser({ ...value, before: stored?.text ?? null }) };
  },
);

const saveCredential = undoKind(
  z.object({ name: z.string(), text: z.string(), version: z.string() }),
  async (scope, value) => {
    const found = await getCredential(scope, value.name);
    const stored = found && currentOf(found);
    const note =
      stored === undefined
        ? "The API credential has been deleted since, so there is nothing to undo."
        : stored.version === value.version
          ? notChanged
          : "The API credential has been changed since. Undo would overwrite that change, so it is off.";
    return {
      ready: note === notChanged,
      note,
      change: toSaveCredential({ ...value, before: stored?.text ?? null, acls: found?.acls ?? [] }),
    };
  },
);

export const accessUndoKinds = {
  "save-user": saveUser,
  "save-credential": saveCredential,
  "set-public-key": setPublicKey,
  "set-role": setRole,
  "set-sync-interval": setSyncInterval,
};
