import { RULES_LIMITS } from "@common/limits/rules";
import * as z from "zod";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { engineError } from "@backend/gateway/platform/http/engine-errors";
import { reach } from "@backend/gateway/platform/store/engine-client";
import { withLock } from "@backend/gateway/platform/store/lock";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { liveRule, type LiveRule } from "./live-rule";
import { type StoredRule, StoredRuleSchema } from "./schema";

/** As many as any plan allows. */
const MAX_RULES = RULES_LIMITS.rules.most;

/** Rules, ready to be asked, those of the highest order first. */
export type RuleStore = {
  get: (id: string) => Promise<StoredRule | null>;
  /** All of them, at most half a second old. */
  live: () => Promise<readonly LiveRule[]>;
  /** As they are now. */
  list: () => Promise<StoredRule[]>;
  /** Takes a rule in above all others. Refuses with 400 where there are `most` already. */
  add: (rule: StoredRule, refuse: (count: number) => void) => Promise<StoredRule>;
  /** Writes what differs, and moves the others where the place among them changed. */
  change: (id: string, change: (before: StoredRule) => StoredRule) => Promise<StoredRule | null>;
  remove: (id: string) => Promise<boolean>;
};

const HitsSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _source: z.unknown() })).default([]) }).default({ hits: [] }),
});

function byOrder(a: StoredRule, b: StoredRule): number {
  return b.order - a.order || b.created_at - a.created_at || (a.id < b.id ? -1 : 1);
}

/** Rules in the hidden index `.rules`. */
export function createRuleStore({ engine, places }: StoreParts): RuleStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.rules, schema: StoredRuleSchema });
  let known: { text: string; live: readonly LiveRule[] } = { text: "", live: [] };
  const memory = createShortMemory({ read: readAll, size: 1 });

  // The text of all rules is compared with that of before: as long as it is the same nothing is read and compiled
  // again.
  async function readAll(): Promise<readonly LiveRule[]> {
    const response = await reach(engine, {
      method: "POST",
      path: `/${places.of(SYSTEM.rules).definition.name}/_search`,
      query: { filter_path: "hits.hits._source" },
      body: JSON.stringify({ query: { match_all: {} }, size: MAX_RULES }),
    });
    if (response.status >= 400) throw engineError(response);
    const { body: text } = response;
    if (text === known.text) return known.live;
    const unchanged = new Map(known.live.map((one) => [JSON.stringify(one.rule), one]));
    const found = HitsSchema.parse(JSON.parse(text)).hits.hits.flatMap(
      ({ _source }) => StoredRuleSchema.safeParse(_source).data ?? [],
    );
    known = { text, live: found.sort(byOrder).map((rule) => unchanged.get(JSON.stringify(rule)) ?? liveRule(rule)) };
    return known.live;
  }

  const live = () => memory.get("all");

  async function list(): Promise<StoredRule[]> {
    return (await store.find({ match_all: {} }, MAX_RULES)).sort(byOrder);
  }

  // One gateway at a time: what a new rule comes above, and how many there are, must not change meanwhile.
  async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await withLock({ engine, name: "rules", index: places.of(SYSTEM.locks).definition.name }, work);
    } finally {
      memory.forget();
    }
  }

  async function add(rule: StoredRule, refuse: (count: number) => void): Promise<StoredRule> {
    return alone(async () => {
      const rules = await list();
      refuse(rules.length);
      const made = { ...rule, order: Math.max(0, ...rules.map(({ order }) => order)) + 1 };
      if (!(await store.create(made.id, made)))
        throw new HttpError(409, `there is a rule with the id ${made.id} already`);
      return made;
    });
  }

  async function change(id: string, changed: (before: StoredRule) => StoredRule): Promise<StoredRule | null> {
    return alone(async () => {
      const rules = await list();
      const from = rules.find((rule) => rule.id === id);
      if (!from) return null;
      const to = changed(from);
      await store.change(id, { from, to });
      for (const moved of displaced(rules, { id, from: from.order, to: to.order }))
        await store.change(moved.from.id, moved);
      return to;
    });
  }

  async function remove(id: string): Promise<boolean> {
    try {
      return await store.remove(id);
    } finally {
      memory.forget();
    }
  }

  return { get: store.get, live, list, add, change, remove };
}

/** The rules between the old and the new place of one, each a place further; none where the new place was free. */
export function displaced(
  rules: readonly StoredRule[],
  moved: { id: string; from: number; to: number },
): { from: StoredRule; to: StoredRule }[] {
  const { id, from, to } = moved;
  const others = rules.filter((rule) => rule.id !== id);
  if (from === to || !others.some(({ order }) => order === to)) return [];
  const step = to > from ? -1 : 1;
  const [low, high] = to > from ? [from, to] : [to, from];
  return others
    .filter(({ order }) => order >= low && order <= high)
    .map((rule) => ({ from: rule, to: { ...rule, order: rule.order + step } }));
}
