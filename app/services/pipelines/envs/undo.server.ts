import * as z from "zod";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { getEnv } from "./read.server";
import { type EnvSent, envVersion, toCreateEnv, toDeleteEnv, toSaveEnv } from "./write.server";

// The ways back of global variables. They hold values, and are sealed as all ways back are.

const GONE = "The global variable has been deleted since, so there is nothing to undo.";
const CHANGED = "The global variable has been changed since. Undo would overwrite that change, so it is off.";

const check = z.object({
  url: z.string(),
  method: z.string(),
  expected: z.number().nullable(),
  headers: z.string(),
  body: z.string(),
});
const env = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string(),
  value: z.string(),
  check: check.nullable(),
});
const nothing = (key: string): EnvSent => ({ key, label: "", description: "", value: "", check: null });

const deleteEnv = undoKind(z.object({ key: z.string(), version: z.string() }), async (scope, { key, version }) => {
  const found = await getEnv(scope, key);
  const ready = found !== undefined && envVersion(found) === version;
  return {
    ready,
    note: found === undefined ? GONE : ready ? notChanged : CHANGED,
    change: toDeleteEnv(found ?? nothing(key)),
  };
});

const saveEnv = undoKind(z.object({ env, version: z.string() }), async (scope, { env: to, version }) => {
  const found = await getEnv(scope, to.key);
  const ready = found !== undefined && envVersion(found) === version;
  return {
    ready,
    note: found === undefined ? GONE : ready ? notChanged : CHANGED,
    change: toSaveEnv({ env: to, before: found ?? nothing(to.key) }),
  };
});

const restoreEnv = undoKind(z.object({ env }), async (scope, { env: to }) => {
  const ready = (await getEnv(scope, to.key)) === undefined;
  return {
    ready,
    note: ready
      ? "The global variable is still deleted."
      : "There is a global variable of this key again. Undo would overwrite it, so it is off.",
    change: { ...toCreateEnv(to), verb: "restore" },
  };
});

/** The ways back of changes to global variables. */
export const globalEnvUndoKinds: UndoKinds = {
  "delete-global-env": deleteEnv,
  "save-global-env": saveEnv,
  "restore-global-env": restoreEnv,
};
