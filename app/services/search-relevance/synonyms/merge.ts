import { expressionOf, type Group, LONGEST_GROUP, meaningOf, readGroup } from "./groups";

// What new groups make of those that are kept: equivalent groups that share a word become one. Pure.

/** A group as it is kept. */
export type Synonym = { id: string; expression: string };

export type SynonymPlan = {
  /**
   * What is there of that which changes, and what will be in its place; a group whose id is in `before` alone is
   * deleted.
   */
  before: Synonym[];
  after: Synonym[];
  added: string[];
  merged: { into: string; of: string[] }[];
  /** How many say what is there already. */
  unchanged: number;
  /** Groups that would be too long if they were merged. */
  tooLong: string[];
};

type Node = { stored: Synonym | null; expression: string; words: readonly string[]; above: Node | null };

function topOf(node: Node): Node {
  let top = node;
  while (top.above) top = top.above;
  // Shortens the path to the root, so that thousands in one chain stay quick.
  for (let at = node; at !== top;) {
    const next: Node = at.above ?? top;
    at.above = top;
    at = next;
  }
  return top;
}

/** Sets of nodes that share words, each in the order in which they were given. */
function clusters(nodes: readonly Node[]): Node[][] {
  const byWord = new Map<string, Node>();
  for (const node of nodes)
    for (const word of node.words) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, node);
      else if (topOf(known) !== topOf(node)) topOf(node).above = topOf(known);
    }
  const sets = new Map<Node, Node[]>();
  for (const node of nodes) {
    const top = topOf(node);
    const set = sets.get(top);
    if (set) set.push(node);
    else sets.set(top, [node]);
  }
  return [...sets.values()];
}

function storedNode(stored: Synonym): Node[] {
  const read = readGroup(stored.expression);
  return read.ok && read.group.meant === null
    ? [{ stored, expression: stored.expression, words: read.group.words, above: null }]
    : [];
}

type Wanted = {
  existing: readonly Synonym[];
  groups: readonly Group[];
  /** The id of the group in whose place they come. */
  edits?: string | null;
  newId: () => string;
};

/** What adding groups, or putting one in the place of another, changes. */
export function planSynonyms({ existing, groups, edits = null, newId }: Wanted): SynonymPlan {
  const edited = existing.find(({ id }) => id === edits) ?? null;
  const others = existing.filter((one) => one !== edited);
  const plan: SynonymPlan = {
    before: edited ? [edited] : [],
    after: [],
    added: [],
    merged: [],
    unchanged: 0,
    tooLong: [],
  };
  let free = edited?.id;
  const nextId = () => {
    const id = free ?? newId();
    free = undefined;
    return id;
  };
  const add = (expression: string) => {
    plan.added.push(expression);
    plan.after.push({ id: nextId(), expression });
  };

  const oneWay = new Set(others.map(({ expression }) => meaningOf(expression)));
  const nodes = others.flatMap(storedNode);
  for (const group of groups) {
    const expression = expressionOf(group);
    if (group.meant === null) {
      nodes.push({ stored: null, expression, words: group.words, above: null });
    } else if (oneWay.has(meaningOf(expression))) {
      plan.unchanged += 1;
    } else {
      oneWay.add(meaningOf(expression));
      add(expression);
    }
  }

  for (const set of clusters(nodes)) {
    const fresh = set.filter(({ stored }) => stored === null);
    if (fresh.length === 0) continue;
    const kept = set.flatMap(({ stored }) => stored ?? []);
    const words = [...new Set(set.flatMap((node) => node.words))];
    const into = expressionOf({ words, meant: null });
    const [first] = kept;
    if (kept.length === 1 && first !== undefined && meaningOf(first.expression) === meaningOf(into))
      plan.unchanged += fresh.length;
    else if (into.length > LONGEST_GROUP) plan.tooLong.push(...fresh.map(({ expression }) => expression));
    else if (set.length === 1) add(into);
    else {
      plan.merged.push({ into, of: set.map(({ expression }) => expression) });
      plan.before.push(...kept);
      plan.after.push({ id: first?.id ?? nextId(), expression: into });
    }
  }
  // A group that cannot take the place of another leaves it as it is.
  if (edited && plan.after.length === 0 && plan.tooLong.length > 0) return { ...plan, before: [] };
  return plan;
}

/** Whether a plan changes nothing. */
export function isIdle({ before, after }: Pick<SynonymPlan, "before" | "after">): boolean {
  const known = new Map(before.map(({ id, expression }) => [id, expression]));
  return before.length === after.length && after.every(({ id, expression }) => known.get(id) === expression);
}
