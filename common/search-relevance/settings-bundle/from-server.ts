import * as z from "zod";
import { ruleOfIndex } from "./of-index";
import { type Bundle, BundleError, BundleSchema, firstIssue, type Part, placeOf } from "./schema";
import { type CallServer, isLacking, must, refusalOf } from "./server";

/**
 * What a server has for an index, and what only that server knows: ids of synonyms by their words, and of rules by
 * their names.
 */
export type OnServer = {
  bundle: Bundle;
  synonymIds: ReadonlyMap<string, readonly string[]>;
  ruleIds: ReadonlyMap<string, string>;
  /** Names of rules for this index and others, which no bundle of one index holds. */
  sharedRules: readonly string[];
  /** What was not read, in sentences. */
  notes: readonly string[];
};

const SynonymsSchema = z.array(z.object({ _id: z.string(), synonym: z.string().trim() }));
const ListedSchema = z.array(
  z.looseObject({ id: z.string(), trigger: z.looseObject({}), actions: z.array(z.looseObject({ type: z.string() })) }),
);
const TriggerSchema = z.object({
  name: z.string().catch(""),
  order: z.number().catch(0),
  trigger: z.object({ expression: z.string().optional() }),
});
const ScriptSchema = z.object({ script: z.string() });

type Reading = { callServer: CallServer; index: string };

function read<Value>(schema: z.ZodType<Value>, { value, what }: { value: unknown; what: string }): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, reason } = firstIssue(parsed.error);
  throw new BundleError(`What the server has of ${what} cannot be read: ${placeOf(path)} ${reason}`);
}

async function ifThere({ callServer }: Reading, path: string): Promise<unknown> {
  const call = { method: "GET", path } as const;
  const answer = await callServer(call);
  if (answer.status < 400) return answer.body;
  if (isLacking(answer)) return undefined;
  throw new BundleError(refusalOf(call, answer));
}

type Rules = Pick<OnServer, "ruleIds" | "sharedRules"> & { rules: unknown[] | undefined };

async function rulesOf(reading: Reading): Promise<Rules> {
  const { callServer, index } = reading;
  const body = await ifThere(reading, "/_rules");
  if (body === undefined) return { rules: undefined, ruleIds: new Map(), sharedRules: [] };
  const listed = read(ListedSchema, { value: body, what: "rules" }).map((rule) => {
    const { name, order, trigger } = TriggerSchema.catch({ name: "", order: 0, trigger: {} }).parse(rule);
    return { rule, name, order, of: ruleOfIndex({ type: "filter", ...trigger }, index) };
  });
  const own = listed.filter(({ of }) => of === "own").sort((a, b) => b.order - a.order);
  const ruleIds = new Map<string, string>();
  const rules: unknown[] = [];
  for (const { rule, name } of own) {
    if (name === "")
      throw new BundleError(
        `The rule ${rule.id} on the server has no name: give it one, for in a file rules are known by their names.`,
      );
    if (ruleIds.has(name))
      throw new BundleError(`The server has two rules for ${index} that are called ${name}: rename one of them.`);
    ruleIds.set(name, rule.id);
    const hasScript = rule.actions.some(({ type }) => type === "script");
    const path = `/_rule/${encodeURIComponent(rule.id)}/script`;
    const script = hasScript
      ? read(ScriptSchema, { value: await must(callServer, { method: "GET", path }), what: `the script of ${name}` })
          .script
      : undefined;
    const { description, show_advance_editor, ...rest } = rule;
    rules.push({
      ...rest,
      ...(description === "" || description === null ? {} : { description }),
      ...(show_advance_editor === true ? { show_advance_editor } : {}),
      actions: rule.actions.map((action) => (action.type === "script" ? { ...action, script } : action)),
    });
  }
  return { rules, ruleIds, sharedRules: listed.filter(({ of }) => of === "shared").map(({ name }) => name) };
}

// What nobody set is answered as 0, which would be out of bounds where it is sent back.
function withoutUnset(preferences: unknown, names: readonly string[]): unknown {
  if (typeof preferences !== "object" || preferences === null) return preferences;
  return Object.fromEntries(
    Object.entries(preferences).filter(([name, value]) => value !== 0 || !names.includes(name)),
  );
}

async function suggestionsOf(reading: Reading): Promise<Record<string, unknown> | undefined> {
  const kinds: Record<string, unknown> = {};
  for (const [name, unset] of [
    ["popular", ["numberOfDays"]],
    ["recent", ["size"]],
    ["index", []],
  ] as const) {
    const body = await ifThere(reading, `/_${name}_suggestions/preferences`);
    if (body === undefined) return undefined;
    kinds[name] = withoutUnset(body, unset);
  }
  return kinds;
}

/** Reads what a server has for an index, in the parts that are wanted. Throws `BundleError`. */
export async function readServer({
  callServer,
  index,
  parts,
}: Reading & { parts: readonly Part[] }): Promise<OnServer> {
  const reading = { callServer, index };
  const found = new Map<Part, unknown>();
  const path = encodeURIComponent(index);
  if (parts.includes("settings")) found.set("settings", await ifThere(reading, `/_searchrelevancy/${path}`));
  const listed = parts.includes("synonyms") ? await ifThere(reading, `/_synonyms/${path}`) : undefined;
  const synonyms = listed === undefined ? undefined : read(SynonymsSchema, { value: listed, what: "synonyms" });
  found.set(
    "synonyms",
    synonyms?.map(({ synonym }) => synonym).sort((a, b) => (a < b ? -1 : 1)),
  );
  const { rules, ...ofRules } = parts.includes("rules")
    ? await rulesOf(reading)
    : { rules: undefined, ruleIds: new Map<string, string>(), sharedRules: [] };
  found.set("rules", rules);
  if (parts.includes("suggestions")) found.set("suggestions", await suggestionsOf(reading));
  const lacking = parts.filter((part) => found.get(part) === undefined);
  return {
    bundle: read(BundleSchema, { value: { version: 1, index, ...Object.fromEntries(found) }, what: index }),
    synonymIds: idsByWords(synonyms ?? []),
    ...ofRules,
    notes: [
      ...lacking.map((part) => `The server has no ${part} for ${index}.`),
      ...ofRules.sharedRules.map((name) => `The rule ${name} is for other indices too: it is in no file of one index.`),
    ],
  };
}

function idsByWords(synonyms: z.infer<typeof SynonymsSchema>): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { _id, synonym } of synonyms) ids.set(synonym, [...(ids.get(synonym) ?? []), _id]);
  return ids;
}

/** The rules of a server's answer as they stand in its order, by id. */
export function ordersOf(body: unknown): Map<string, number> {
  const rules = read(z.array(z.looseObject({ id: z.string(), order: z.number().catch(0) })), {
    value: body,
    what: "rules",
  });
  return new Map(rules.map(({ id, order }) => [id, order]));
}
