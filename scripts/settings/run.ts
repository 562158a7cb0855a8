import { applySteps } from "@common/search-relevance/settings-bundle/apply";
import { compareWithServer, wantsDeploy } from "@common/search-relevance/settings-bundle/compare";
import type { Change, Kind } from "@common/search-relevance/settings-bundle/diff";
import { readServer } from "@common/search-relevance/settings-bundle/from-server";
import { readBundle, writeBundle } from "@common/search-relevance/settings-bundle/read";
import type { Part } from "@common/search-relevance/settings-bundle/schema";
import type { CallServer } from "@common/search-relevance/settings-bundle/server";
import { harmless, type Tell } from "../command/usage";

type Wish = { callServer: CallServer; parts: readonly Part[]; tell: Tell };

const SIGNS: Readonly<Record<Kind, string>> = { added: "+", changed: "~", removed: "-", unchanged: " " };
const LONGEST = 80;

function short(value: unknown): string {
  const text = harmless(JSON.stringify(value) ?? "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A change as a line: `~ settings search.fuzziness: 0 → "AUTO"`. */
export function lineOf({ part, name, kind, old, new: wanted }: Change): string {
  const subject = `${SIGNS[kind]} ${part} ${harmless(name)}`;
  if (part === "synonyms" || part === "rules") return subject;
  if (kind === "changed") return `${subject}: ${short(old)} → ${short(wanted)}`;
  return `${subject}: ${short(kind === "removed" ? old : wanted)}`;
}

function summary(changes: readonly Change[]): string {
  const count = (kind: Kind) => changes.filter((change) => change.kind === kind).length;
  return `${count("added")} added, ${count("changed")} changed, ${count("removed")} removed, ${count("unchanged")} unchanged.`;
}

/** The settings of an index as text. Throws `BundleError`. */
export async function exportSettings({
  callServer,
  parts,
  index,
  format,
  tell,
}: Wish & { index: string; format: "yaml" | "json" }): Promise<string> {
  const { bundle, notes } = await readServer({ callServer, index, parts });
  for (const note of notes) tell(harmless(note));
  return writeBundle(bundle, format);
}

/**
 * Gives an index what a file says, or tells what would change; false where the server refused something. Throws
 * `BundleError` before anything is changed.
 */
export async function importSettings({
  callServer,
  parts,
  text,
  index,
  dryRun,
  tell,
}: Wish & { text: string; index: string | undefined; dryRun: boolean }): Promise<boolean> {
  const file = readBundle(text);
  const { wanted, changes, steps } = await compareWithServer({ callServer, file, index: index ?? file.index, parts });
  for (const change of changes) if (change.kind !== "unchanged") tell(lineOf(change));
  tell(`${wanted.index}: ${summary(changes)}`);
  if (dryRun || steps.length === 0) {
    tell(steps.length === 0 ? "Nothing to do." : "Nothing was changed: this was a dry run.");
    return true;
  }
  const { done, refused, left } = await applySteps(steps, { callServer, index: wanted.index });
  for (const says of done) tell(`done      ${harmless(says)}`);
  if (refused) tell(`refused   ${harmless(`${refused.says}: ${refused.reason}`)}`);
  for (const says of left) tell(`not done  ${harmless(says)}`);
  if (wantsDeploy(changes))
    tell("Synonyms, language and index settings act on searches once the index is deployed with them.");
  return refused === null;
}
