import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { getFunction } from "~/services/search-relevance/functions/read.server";
import { toSwapFunctions, toSwitchFunction } from "~/services/search-relevance/functions/write.server";
import { currentRule, getRule } from "~/services/search-relevance/rules/read.server";
import {
  inIndex,
  toCreateRule,
  toDeleteRule,
  toMoveRule,
  toSaveRule,
  toSwitchRule,
} from "~/services/search-relevance/rules/write.server";
import type { Change } from "~/services/platform/changes/types";
import { renameInVersions } from "~/services/search-relevance/deploy/rule-ids.server";
import { notChanged, undoKind } from "../../platform/changes/undo-kind.server";

const ofIndex = { index: z.string().optional() };
const ref = z.object({ id: z.string(), version: z.string(), ...ofIndex });
const named = z.object({ id: z.string(), name: z.string() });
const GONE = "The rule has been deleted since, so there is nothing to undo.";

function changedSince(stored: { version: string } | undefined, version: string): string {
  if (stored === undefined) return GONE;
  return stored.version === version
    ? notChanged
    : "The rule has been changed since. Undo would overwrite that change, so it is off.";
}

/** Creates a deleted rule again. The server gives it another id, which the versions that had it are told. */
function toRestoreRule(
  scope: Scope,
  { id, text, index }: { id: string; text: string; index: string | undefined },
): Change<string> {
  const creating = inIndex(toCreateRule(text), index);
  return {
    ...creating,
    verb: "restore",
    call: async (http) => {
      const given = await (creating.call?.(http) ?? http.send(creating.request).then(creating.read));
      renameInVersions(scope, { was: id, now: given });
      return given;
    },
  };
}

async function functionNow(scope: Scope, name: string) {
  try {
    return await getFunction(scope, name);
  } catch (error) {
    if (isBackendError(error, 404)) return null;
    throw error;
  }
}

/** Ways back from what was done to rules, and to the functions that they call. */
export const ruleUndoKinds = {
  "save-rule": undoKind(ref.extend({ text: z.string() }), async (scope, value) => {
    const stored = await currentRule(scope, value.id);
    const note = changedSince(stored, value.version);
    return {
      ready: note === notChanged,
      note,
      change: inIndex(toSaveRule({ ...value, before: stored?.text ?? null }), value.index),
    };
  }),
  "delete-rule": undoKind(ref, async (scope, value) => {
    const stored = await currentRule(scope, value.id);
    const note = changedSince(stored, value.version);
    return {
      ready: note === notChanged,
      note,
      change: inIndex(toDeleteRule({ ...value, text: stored?.text ?? "{}" }), value.index),
    };
  }),
  "restore-rule": undoKind(
    z.object({ id: z.string(), text: z.string(), ...ofIndex }),
    async (scope, { id, text, index }) => {
      const there = (await getRule(scope, id)) !== undefined;
      const note = there
        ? "The rule exists again, so there is nothing to undo."
        : "The rule is still deleted. It comes back with a new id and runs first.";
      return { ready: !there, note, change: toRestoreRule(scope, { id, text, index }) };
    },
  ),
  "switch-rule": undoKind(named.extend({ enabled: z.boolean() }), async (scope, value) => {
    const stored = await getRule(scope, value.id);
    const ready = stored !== undefined && stored.content.enabled !== value.enabled;
    const note =
      stored === undefined ? GONE : ready ? notChanged : `The rule is ${value.enabled ? "on" : "off"} already.`;
    return { ready, note, change: toSwitchRule(value) };
  }),
  "move-rule": undoKind(named.extend({ from: z.number(), to: z.number() }), async (scope, value) => {
    const stored = await getRule(scope, value.id);
    const ready = stored?.order === value.from;
    const note = stored === undefined ? GONE : ready ? notChanged : "The rule has been moved since.";
    return { ready, note, change: toMoveRule(value) };
  }),
  "switch-function": undoKind(
    z.object({ name: z.string(), enabled: z.boolean() }),
    async (scope, { name, enabled }) => {
      const stored = await functionNow(scope, name);
      const ready = stored !== null && stored.enabled !== enabled;
      const note =
        stored === null
          ? "The function has been deleted since, so there is nothing to undo."
          : ready
            ? notChanged
            : `The function is ${enabled ? "on" : "off"} already.`;
      return { ready, note, change: toSwitchFunction(stored ?? { name, stored: {} }, enabled) };
    },
  ),
  "swap-functions": undoKind(
    z.object({ name: z.string(), order: z.number(), other: z.string(), otherOrder: z.number() }),
    async (scope, value) => {
      const [moved, passed] = await Promise.all([functionNow(scope, value.name), functionNow(scope, value.other)]);
      const ready = moved?.order === value.order && passed?.order === value.otherOrder;
      const note =
        moved === null || passed === null
          ? "One of the two functions has been deleted since, so there is nothing to undo."
          : ready
            ? notChanged
            : "The functions have been moved since.";
      return { ready, note, change: toSwapFunctions(value) };
    },
  ),
};
