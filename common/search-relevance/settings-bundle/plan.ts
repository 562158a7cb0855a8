import { isReordered, isSame } from "./diff";
import type { OnServer } from "./from-server";
import { type Bundle, BundleError, type Rule } from "./schema";
import type { Call } from "./server";

/** What a step does, for whoever makes its call in another way: a console that logs it and can undo it. */
export type Deed =
  | { kind: "settings"; sections: Readonly<Record<string, unknown>> }
  | { kind: "synonyms"; added: readonly string[]; removed: readonly { id: string; words: string }[] }
  | { kind: "rule"; id: string | null; /** Null: it is removed. */ rule: Rule | null }
  | { kind: "suggestions"; name: string; preferences: unknown };
/** One thing to be done, and how it is told. `order` puts rules, by their names, one above the other. */
export type Step = { says: string; call: Call; deed: Deed } | { says: string; order: readonly string[] };

const text = (value: number) => (Number.isInteger(value) ? value.toFixed(1) : String(value));

function textsIn(value: unknown): unknown {
  if (typeof value === "number") return text(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, textsIn(inner)]));
}

/** A section as servers keep it: weights and the numbers of rank features as text. */
export function sentSection(name: string, section: object): object {
  if (name !== "search") return section;
  return Object.fromEntries(
    Object.entries(section).map(([member, value]: [string, unknown]) => {
      if (member === "fieldWeights" && Array.isArray(value)) return [member, value.map(textsIn)];
      return [member, member === "rankFeature" ? textsIn(value) : value];
    }),
  );
}

function settingsStep({ bundle: before }: OnServer, { index, settings = {} }: Bundle): Step[] {
  const old = new Map<string, unknown>(Object.entries(before.settings ?? {}));
  const changed = Object.entries(settings).filter(([name, section]) => !isSame(old.get(name), section));
  if (changed.length === 0) return [];
  const body = Object.fromEntries(changed.map(([name, section]) => [name, sentSection(name, section)]));
  const says = `settings: ${changed.map(([name]) => name).join(", ")}`;
  const call = { method: "PUT", path: `/_searchrelevancy/${encodeURIComponent(index)}`, body } as const;
  return [{ says, call, deed: { kind: "settings", sections: body } }];
}

function synonymSteps({ synonymIds }: OnServer, { index, synonyms }: Bundle): Step[] {
  if (!synonyms) return [];
  const added = synonyms.filter((one) => !synonymIds.has(one));
  const body = added.map((synonym) => ({ type: synonym.includes("=>") ? "one-way" : "equivalent", synonym, index }));
  const says = `synonyms: ${added.length} added`;
  const wanted = new Set(synonyms);
  const removed = [...synonymIds].filter(([words]) => !wanted.has(words));
  const call = { method: "PUT", path: `/_synonym/${encodeURIComponent(index)}`, body } as const;
  return [
    ...(added.length > 0 ? [{ says, call, deed: { kind: "synonyms", added, removed: [] } } as const] : []),
    ...removed.flatMap(([words, ids]) =>
      ids.map((id): Step => ({
        says: `synonyms: ${words} removed`,
        call: { method: "DELETE", path: `/_synonym/${encodeURIComponent(id)}` },
        deed: { kind: "synonyms", added: [], removed: [{ id, words }] },
      })),
    ),
  ];
}

// All members are sent, so that what the file leaves out is gone; the place among other rules is none of them.
function sentRule({ description = "", show_advance_editor = false, ...rule }: Rule): object {
  return { ...rule, description, show_advance_editor };
}

function ruleSteps(onServer: OnServer, wanted: Bundle): Step[] {
  const { rules } = wanted;
  if (!rules) return [];
  const { ruleIds, bundle, sharedRules } = onServer;
  const shared = rules.find(({ name }) => sharedRules.includes(name));
  if (shared)
    throw new BundleError(
      `The rule ${shared.name} on the server is for other indices too: rename it in the file, or there.`,
    );
  const old = new Map(bundle.rules?.map((rule) => [rule.name, rule]));
  const steps: Step[] = [];
  for (const rule of rules) {
    const id = ruleIds.get(rule.name);
    if (id === undefined || isSame(old.get(rule.name), rule)) continue;
    const call = { method: "PUT", path: `/_rule/${encodeURIComponent(id)}`, body: sentRule(rule) } as const;
    steps.push({ says: `rules: ${rule.name} changed`, call, deed: { kind: "rule", id, rule } });
  }
  // A new rule comes above all others: the last of the file is made first.
  for (const rule of rules.filter(({ name }) => !ruleIds.has(name)).reverse())
    steps.push({
      says: `rules: ${rule.name} added`,
      call: { method: "POST", path: "/_rule", body: sentRule(rule) },
      deed: { kind: "rule", id: null, rule },
    });
  for (const [name, id] of ruleIds)
    if (!rules.some((rule) => rule.name === name))
      steps.push({
        says: `rules: ${name} removed`,
        call: { method: "DELETE", path: `/_rule/${encodeURIComponent(id)}` },
        deed: { kind: "rule", id, rule: null },
      });
  if (isReordered(bundle, wanted)) steps.push({ says: "rules: their order", order: rules.map(({ name }) => name) });
  return steps;
}

function suggestionSteps({ bundle }: OnServer, { suggestions = {} }: Bundle): Step[] {
  const old = new Map<string, unknown>(Object.entries(bundle.suggestions ?? {}));
  return Object.entries(suggestions)
    .filter(([name, preferences]) => !isSame(old.get(name), preferences))
    .map(([name, body]) => ({
      says: `suggestions: ${name}`,
      call: { method: "PUT", path: `/_${name}_suggestions/preferences`, body },
      deed: { kind: "suggestions", name, preferences: body },
    }));
}

/**
 * What is to be done so that a server has what a bundle says; nothing where it has. Throws `BundleError` for what it
 * must not touch.
 */
export function planOf(onServer: OnServer, wanted: Bundle): Step[] {
  return [
    ...settingsStep(onServer, wanted),
    ...synonymSteps(onServer, wanted),
    ...ruleSteps(onServer, wanted),
    ...suggestionSteps(onServer, wanted),
  ];
}
