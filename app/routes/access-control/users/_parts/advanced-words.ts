import { countOf } from "~/lib/values/numbers";

const ANY = "0.0.0.0/0";

/** What was chosen of a list: Conform gives a single one as a text. */
export const chosenOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (one): one is string => typeof one === "string" && one !== "",
  );

/** What the folded fields of a user hold, as they are typed: "2 IP sources · any call". */
export function advancedWords({ sources, depth, acls }: { sources: unknown; depth: unknown; acls: unknown }): string {
  const ranges = chosenOf(sources).flatMap((text) => text.split(/[\s,]+/).filter((part) => part !== ""));
  const [one] = ranges;
  const calls = chosenOf(acls);
  return [
    ranges.length === 0 || ranges.includes(ANY)
      ? "Any IP address"
      : one !== undefined && ranges.length === 1
        ? `IP source ${one}`
        : `${ranges.length} IP sources`,
    ...chosenOf(depth).map((typed) => `depth ${typed}`),
    calls.length === 0 ? "every call of the actions" : `only ${countOf(calls.length, "call")}`,
  ].join(" · ");
}
