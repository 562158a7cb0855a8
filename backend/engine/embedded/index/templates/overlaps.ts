import { fits } from "@common/text/glob";
import type { Templates } from "./compose";
import { patternsOf } from "./parse";
import type { Template } from "./types";

/**
 * True where some name fits both patterns. Two with a star each do, unless what stands before the first or behind the
 * last star differs.
 */
export function patternsMeet(a: string, b: string): boolean {
  if (!a.includes("*")) return fits(b, a);
  if (!b.includes("*")) return fits(a, b);
  const before = [a, b].map((pattern) => pattern.slice(0, pattern.indexOf("*")));
  const behind = [a, b].map((pattern) => pattern.slice(pattern.lastIndexOf("*") + 1));
  const [first = "", second = ""] = before;
  const [last = "", other = ""] = behind;
  return (first.startsWith(second) || second.startsWith(first)) && (last.endsWith(other) || other.endsWith(last));
}

/** Other templates of a kind with a pattern that meets one of these, by name. */
export function overlapping({ name, kind, body }: Template, templates: Templates, of: Template["kind"]): Template[] {
  const patterns = patternsOf(body);
  return [...templates.values()]
    .filter((other) => other.kind === of && !(other.name === name && kind === of))
    .filter((other) => patternsOf(other.body).some((one) => patterns.some((pattern) => patternsMeet(pattern, one))))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `[a,b] with patterns (a => [x*],b => [y*])`, as refusals list them. */
export function listed(templates: readonly Template[]): string {
  const names = templates.map((one) => one.name).join(",");
  return `[${names}] with patterns (${templates.map((one) => `${one.name} => [${patternsOf(one.body).join(", ")}]`).join(",")})`;
}
