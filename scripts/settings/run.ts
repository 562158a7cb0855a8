import { applySteps } from "@common/settings-bundle/apply";
import { type Change, diffBundles, type Kind } from "@common/settings-bundle/diff";
import { readServer } from "@common/settings-bundle/from-server";
import { forIndex } from "@common/settings-bundle/of-index";
import { planOf } from "@common/settings-bundle/plan";
import { readBundle, writeBundle } from "@common/settings-bundle/read";
import { BundleError, type Part, PARTS, withParts } from "@common/settings-bundle/schema";
import type { CallServer } from "@common/settings-bundle/server";

/** Where sentences go, each a line. */
export type Tell = (line: string) => void;
type Wish = { callServer: CallServer; parts: readonly Part[]; tell: Tell };

const SIGNS: Readonly<Record<Kind, string>> = { added: "+", changed: "~", removed: "-", unchanged: " " };
const LONGEST = 80;

// Names come out of a file or a server: they must not steer the terminal.
const harmless = (text: string) => text.replace(/\p{Cc}/gu, "?");

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
export async function exportSettings({ callServer, parts, index, format, tell }: Wish & { index: string; format: "yaml" | "json" }): Promise<string> {
  const { bundle, notes } = await readServer({ callServer, index, parts });
  for (const note of notes) tell(harmless(note));
  return writeBundle(bundle, format);
}

/** Gives an index what a file says, or tells what would change; false where the server refused something. Throws `BundleError` before anything is changed. */
export async function importSettings({
  callServer,
  parts,
  text,
  index,
  dryRun,
  tell,
}: Wish & { text: string; index: string | undefined; dryRun: boolean }): Promise<boolean> {
  const file = readBundle(text);
  const wanted = withParts(forIndex(file, index ?? file.index), parts);
  const present = PARTS.filter((part) => wanted[part] !== undefined);
  const onServer = await readServer({ callServer, index: wanted.index, parts: present });
  const absent = present.find((part) => part !== "settings" && onServer.bundle[part] === undefined);
  if (absent) throw new BundleError(`The server takes no ${absent}: leave them out with --parts.`);
  const changes = diffBundles(onServer.bundle, wanted);
  const steps = planOf(onServer, wanted);
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
  const isDeployed = changes.some(({ part, name, kind }) => kind !== "unchanged" && (part === "synonyms" || /^(language|indexSettings)\./.test(name)));
  if (isDeployed) tell("Synonyms, language and index settings act on searches once the index is deployed with them.");
  return refused === null;
}
