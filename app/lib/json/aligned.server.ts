import { forEachToken } from "./layout";

type Node = { text: string } | { items: Node[] } | { members: Map<string, Node> };

/** Longer texts keep their order: the tree of one takes many times its room. */
const MOST_ALIGNED = 2_000_000;
const MOST_DEEP = 200;

/**
 * The second of two JSON texts, on one line, with the members of its objects in the order of the first, for their order
 * says nothing; keys of its own stay behind the one they stood behind. Values stay as they are written. Null where one
 * of the texts is no JSON list or object.
 */
export function alignedJson(before: string, after: string): string | null {
  if (before.length > MOST_ALIGNED || after.length > MOST_ALIGNED) return null;
  const [old, fresh] = [treeOf(before), treeOf(after)];
  return old === null || fresh === null ? null : textOf(align(old, fresh));
}

function treeOf(text: string): Node | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const tokens: string[] = [];
  forEachToken(text, (token) => tokens.push(token));
  let at = 0;

  function node(deep: number): Node | null {
    const token = tokens[at++];
    if (token === undefined || deep > MOST_DEEP || ",:]}".includes(token)) return null;
    if (token === "[") return list(deep);
    return token === "{" ? object(deep) : { text: token };
  }

  function list(deep: number): Node | null {
    const items: Node[] = [];
    if (takes("]")) return { items };
    do {
      const item = node(deep + 1);
      if (item === null) return null;
      items.push(item);
    } while (takes(","));
    return takes("]") ? { items } : null;
  }

  function object(deep: number): Node | null {
    const members = new Map<string, Node>();
    if (takes("}")) return { members };
    do {
      const key = tokens[at++];
      // What has a key twice cannot be told by keys.
      if (key === undefined || !key.startsWith('"') || members.has(key) || !takes(":")) return null;
      const value = node(deep + 1);
      if (value === null) return null;
      members.set(key, value);
    } while (takes(","));
    return takes("}") ? { members } : null;
  }

  function takes(sign: string) {
    if (tokens[at] !== sign) return false;
    at += 1;
    return true;
  }

  const root = node(0);
  return at === tokens.length ? root : null;
}

function align(old: Node | undefined, fresh: Node): Node {
  if ("items" in fresh) {
    const before = old !== undefined && "items" in old ? old.items : [];
    return { items: fresh.items.map((item, at) => align(before[at], item)) };
  }
  if (!("members" in fresh) || old === undefined || !("members" in old)) return fresh;
  const { members } = fresh;
  const behind = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const key of members.keys()) {
    if (old.members.has(key)) last = key;
    else behind.set(last, [...(behind.get(last) ?? []), key]);
  }
  const shared = [...old.members.keys()].filter((key) => members.has(key));
  const keys = [undefined, ...shared].flatMap((key) => [
    ...(key === undefined ? [] : [key]),
    ...(behind.get(key) ?? []),
  ]);
  return {
    members: new Map(
      keys.flatMap((key) => {
        const value = members.get(key);
        return value === undefined ? [] : [[key, align(old.members.get(key), value)] as const];
      }),
    ),
  };
}

function textOf(node: Node): string {
  if ("text" in node) return node.text;
  if ("items" in node) return `[${node.items.map(textOf).join(",")}]`;
  return `{${[...node.members].map(([key, value]) => `${key}:${textOf(value)}`).join(",")}}`;
}
