import { type Bundle, type Part } from "./schema";

export type Kind = "added" | "changed" | "removed" | "unchanged";
/** One setting, synonym or rule, and what would become of it. */
export type Change = { part: Part; name: string; kind: Kind; old?: unknown; new?: unknown };

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

/** Whether two values are the same, whatever the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function kindOf(old: unknown, wanted: unknown): Kind {
  if (old === undefined) return "added";
  if (wanted === undefined) return "removed";
  return isSame(old, wanted) ? "unchanged" : "changed";
}

type Named = ReadonlyMap<string, unknown>;

function compared(part: Part, { old, wanted }: { old: Named; wanted: Named }): Change[] {
  const names = [...new Set([...wanted.keys(), ...old.keys()])];
  return names.map((name) => ({
    part,
    name,
    kind: kindOf(old.get(name), wanted.get(name)),
    old: old.get(name),
    new: wanted.get(name),
  }));
}

// Only sections that the file has: the others stay as they are.
function members(part: object, sections: readonly string[]): Named {
  const known = new Map(Object.entries(part));
  return new Map(
    sections.flatMap((name) => {
      const section: unknown = known.get(name);
      const inner: [string, unknown][] = typeof section === "object" && section !== null ? Object.entries(section) : [];
      return inner
        .filter(([, value]) => value !== undefined)
        .map(([member, value]): [string, unknown] => [`${name}.${member}`, value]);
    }),
  );
}

/** The names of rules in the order in which they stand, of those that both have. */
export function isReordered(before: Bundle, wanted: Bundle): boolean {
  const [old, now] = [before.rules ?? [], wanted.rules ?? []].map((rules) => rules.map(({ name }) => name));
  const both = (names: readonly string[] = [], others: readonly string[] = []) =>
    names.filter((name) => others.includes(name));
  const isNewBelow = (now ?? []).some(
    (name, place) => place > 0 && !old?.includes(name) && old?.includes(now?.[place - 1] ?? ""),
  );
  return isNewBelow || !isSame(both(old, now), both(now, old));
}

/** What applying a bundle would do to what a server has; parts that the bundle leaves out are not spoken of. */
export function diffBundles(before: Bundle, wanted: Bundle): Change[] {
  const sectionsOf = (part: "settings" | "suggestions") => {
    const sections = Object.keys(wanted[part] ?? {});
    return compared(part, {
      old: members(before[part] ?? {}, sections),
      wanted: members(wanted[part] ?? {}, sections),
    });
  };
  const words = (all: readonly string[] = []) => new Map(all.map((one) => [one, one]));
  const rules = (all: Bundle["rules"] = []) => new Map(all.map((rule) => [rule.name, rule]));
  return [
    ...sectionsOf("settings"),
    ...(wanted.synonyms ? compared("synonyms", { old: words(before.synonyms), wanted: words(wanted.synonyms) }) : []),
    ...(wanted.rules ? compared("rules", { old: rules(before.rules), wanted: rules(wanted.rules) }) : []),
    ...(isReordered(before, wanted) && wanted.rules
      ? [{ part: "rules", name: "(their order)", kind: "changed" } as const]
      : []),
    ...sectionsOf("suggestions"),
  ];
}
