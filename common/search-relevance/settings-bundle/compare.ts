import { type Change, diffBundles } from "./diff";
import { type OnServer, readServer } from "./from-server";
import { forIndex } from "./of-index";
import { planOf, type Step } from "./plan";
import { type Bundle, BundleError, type Part, PARTS, withParts } from "./schema";
import type { CallServer } from "./server";

/** A file beside what a server has: what would change, and the steps that change it. */
export type Compared = { wanted: Bundle; onServer: OnServer; changes: readonly Change[]; steps: readonly Step[] };

type Comparing = { callServer: CallServer; file: Bundle; index: string; parts: readonly Part[] };

/** The parts that a bundle has, in their order. */
export const partsIn = (bundle: Bundle): Part[] => PARTS.filter((part) => bundle[part] !== undefined);

/**
 * Compares the wanted parts of a file with what a server has for an index, which may be another one than that of the
 * file. Throws `BundleError`.
 */
export async function compareWithServer({ callServer, file, index, parts }: Comparing): Promise<Compared> {
  const wanted = withParts(forIndex(file, index), parts);
  const present = partsIn(wanted);
  const onServer = await readServer({ callServer, index, parts: present });
  const absent = present.find((part) => part !== "settings" && onServer.bundle[part] === undefined);
  if (absent) throw new BundleError(`The server takes no ${absent}: leave them out.`);
  return { wanted, onServer, changes: diffBundles(onServer.bundle, wanted), steps: planOf(onServer, wanted) };
}

/** Whether something of it acts on searches only once the index is deployed with it. */
export function wantsDeploy(changes: readonly Change[]): boolean {
  return changes.some(
    ({ part, name, kind }) => kind !== "unchanged" && (part === "synonyms" || /^(language|indexSettings)\./.test(name)),
  );
}
