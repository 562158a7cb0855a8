import * as z from "zod";
import { currentRule, getRule } from "~/services/rules/read.server";
import { toCreateRule, toDeleteRule, toMoveRule, toSaveRule, toSwitchRule } from "~/services/rules/write.server";
import { notChanged, undoKind } from "./undo-kind.server";

const ref = z.object({ id: z.string(), version: z.string() });
const named = z.object({ id: z.string(), name: z.string() });
const GONE = "The rule has been deleted since, so there is nothing to undo.";

function changedSince(stored: { version: string } | undefined, version: string): string {
  if (stored === undefined) return GONE;
  return stored.version === version ? notChanged : "The rule has been changed since. Undo would overwrite that change, so it is off.";
}

/** Ways back from what was done to rules. */
export const ruleUndoKinds = {
  "save-rule": undoKind(ref.extend({ text: z.string() }), async (scope, value) => {
    const stored = await currentRule(scope, value.id);
    const note = changedSince(stored, value.version);
    return { ready: note === notChanged, note, change: toSaveRule({ ...value, before: stored?.text ?? null }) };
  }),
  "delete-rule": undoKind(ref, async (scope, value) => {
    const stored = await currentRule(scope, value.id);
    const note = changedSince(stored, value.version);
    return { ready: note === notChanged, note, change: toDeleteRule({ ...value, text: stored?.text ?? "{}" }) };
  }),
  "restore-rule": undoKind(z.object({ id: z.string(), text: z.string() }), async (scope, { id, text }) => {
    const there = (await getRule(scope, id)) !== undefined;
    const note = there ? "The rule exists again, so there is nothing to undo." : "The rule is still deleted. It comes back with a new id and runs first.";
    return { ready: !there, note, change: { ...toCreateRule(text), verb: "restore" } };
  }),
  "switch-rule": undoKind(named.extend({ enabled: z.boolean() }), async (scope, value) => {
    const stored = await getRule(scope, value.id);
    const ready = stored !== undefined && stored.content.enabled !== value.enabled;
    const note = stored === undefined ? GONE : ready ? notChanged : `The rule is ${value.enabled ? "on" : "off"} already.`;
    return { ready, note, change: toSwitchRule(value) };
  }),
  "move-rule": undoKind(named.extend({ from: z.number(), to: z.number() }), async (scope, value) => {
    const stored = await getRule(scope, value.id);
    const ready = stored?.order === value.from;
    const note = stored === undefined ? GONE : ready ? notChanged : "The rule has been moved since.";
    return { ready, note, change: toMoveRule(value) };
  }),
};
