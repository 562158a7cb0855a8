import { compareWithServer, type Compared, partsIn } from "@common/search-relevance/settings-bundle/compare";
import type { Change } from "@common/search-relevance/settings-bundle/diff";
import type { Bundle, Part } from "@common/search-relevance/settings-bundle/schema";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { diffLines, type DiffRow } from "~/lib/json/diff.server";
import type { Right } from "~/lib/access-control/rights";
import type { Scope } from "~/session/scope.server";
import { readerOf } from "./server.server";

/** What changing each part takes. */
export const rightOfPart: Record<Part, Right> = {
  settings: "relevance:write",
  synonyms: "synonyms:write",
  rules: "rules:write",
  suggestions: "suggestions:write",
};

/**
 * Those of the parts that the server lets somebody read: who may not change a part is not told it either. A console
 * that only reads may read all.
 */
export function readableParts({ may }: Pick<Scope, "may">, parts: readonly Part[]): Part[] {
  return parts.filter((part) => {
    const gate = may(rightOfPart[part]);
    return gate.ok || gate.because !== "right";
  });
}

/** Differences of one part that a page lists, rules of which it shows old and new, and characters of a value. */
const MOST_LISTED = 200;
const MOST_TEXTS = 20;
const LONGEST = 300;

export type ShownChange = {
  part: Part;
  name: string;
  kind: "added" | "changed" | "removed";
  old: string | null;
  new: string | null;
};
/** The rule as it is and as it would be, line by line. */
export type ShownRule = { name: string; before: string | null; after: string | null; rows: DiffRow[] | null };
export type ShownPart = {
  part: Part;
  counts: Record<"added" | "changed" | "removed" | "unchanged", number>;
  listed: ShownChange[];
  rules: ShownRule[];
};

function short(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function ruleText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value, null, 2);
}

/** Scripts of rules on lines of their own. */
const withBreaks = (text: string) => text.replaceAll("\\n", "\n");

function shownRule({ name, old, new: wanted }: Change): ShownRule {
  const [before, after] = [ruleText(old), ruleText(wanted)];
  return {
    name,
    before: before && withBreaks(before),
    after: after && withBreaks(after),
    rows: before !== null && after !== null ? diffLines(before, after, withBreaks) : null,
  };
}

function shownPart(part: Part, changes: readonly Change[]): ShownPart {
  const own = changes.filter((one) => one.part === part);
  const count = (kind: Change["kind"]) => own.filter((one) => one.kind === kind).length;
  const isValue = part === "settings" || part === "suggestions";
  const listed = own.flatMap(({ name, kind, old, new: wanted }): ShownChange[] => {
    if (kind === "unchanged") return [];
    return [{ part, name, kind, old: isValue ? short(old) : null, new: isValue ? short(wanted) : null }];
  });
  const ofRules =
    part === "rules"
      ? own.filter(({ kind, old, new: wanted }) => kind !== "unchanged" && (old !== undefined || wanted !== undefined))
      : [];
  return {
    part,
    counts: {
      added: count("added"),
      changed: count("changed"),
      removed: count("removed"),
      unchanged: count("unchanged"),
    },
    listed: listed.slice(0, MOST_LISTED),
    rules: ofRules.slice(0, MOST_TEXTS).map(shownRule),
  };
}

/** A word of what would be done: another one as soon as the server or the file has something else. */
const versionOf = ({ steps }: Compared) => contentHash(JSON.stringify(steps));

/** What a bundle would change of an index now. Throws BackendError, and `BundleError` for what cannot be compared. */
export async function dryRun(
  scope: Scope,
  { bundle, index, parts }: { bundle: Bundle; index: string; parts: readonly Part[] },
) {
  const compared = await compareWithServer({ callServer: readerOf(scope), file: bundle, index, parts });
  return { compared, version: versionOf(compared) };
}

/** The same for a page. */
export function shownParts({ changes, wanted }: Compared): ShownPart[] {
  return partsIn(wanted).map((part) => shownPart(part, changes));
}
