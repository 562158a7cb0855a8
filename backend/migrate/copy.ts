import { isJsonObject } from "@common/text/json";
import { askJson, pathOf, Refusal, type Caller } from "./call";
import { BulkWriter } from "./bulk";
import { blocksOf, creationBody, FILLING, restoringBody, settingsOf } from "./definition";
import type { Entry, Journal } from "./journal";
import type { Progress } from "./progress";
import type { Target } from "./target";
import { MigrationError, type Source, type SourceIndex } from "./types";

/** How long giving an index its settings back may take after a failure (ms). */
const CLEANUP_MS = 10_000;
/**
 * The journal is written this often at most (ms): what was copied since is copied again after a kill, and changes
 * nothing.
 */
const JOURNAL_EVERY_MS = 1_000;
const SHOWN_REFUSALS = 5;

export type CopyOptions = {
  source: Source;
  target: Target;
  journal: Journal;
  index: SourceIndex;
  /** The target has it already. */
  there: { open: boolean } | undefined;
  /** What an earlier run noted. */
  entry: Entry | undefined;
  without: ReadonlySet<string>;
  progress: Progress;
};

function settings(caller: Caller, index: string, body: Parameters<typeof askJson>[1]["body"]): Promise<unknown> {
  return askJson(caller, { method: "PUT", path: `${pathOf(index)}/_settings`, ...(body !== undefined && { body }) });
}

async function ownSettings(caller: Caller, index: string): Promise<Entry["restore"]> {
  const { body } = await askJson(caller, { method: "GET", path: `${pathOf(index)}/_settings` });
  const facts = body[index];
  const inner = isJsonObject(facts) ? facts["settings"] : undefined;
  return textsOf(restoringBody(settingsOf(isJsonObject(inner) ? inner : {})));
}

const textsOf = (body: Record<string, unknown>): Entry["restore"] =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === null ? null : String(value)]));

/** Makes the index, or gets the one that is there ready. */
async function prepare({
  target: { caller },
  index,
  there,
  entry,
  without,
}: CopyOptions & { entry: Entry }): Promise<void> {
  const path = pathOf(index.name);
  if (!there) {
    const { settings: own, mappings, aliases } = creationBody(index, without);
    // Both forms of a setting in one body: the dotted ones are added to what `index` holds.
    await askJson(caller, { method: "PUT", path, body: { settings: { ...own, ...FILLING }, mappings, aliases } });
    return;
  }
  if (entry.created) {
    if (!there.open) await askJson(caller, { method: "POST", path: `${path}/_open` });
    const blocks = blocksOf(index.settings);
    if (blocks) await settings(caller, index.name, Object.fromEntries(Object.keys(blocks).map((name) => [name, null])));
  } else {
    if (Object.keys(index.mappings).length > 0)
      await askJson(caller, { method: "PUT", path: `${path}/_mapping`, body: index.mappings });
    for (const [alias, definition] of Object.entries(index.aliases))
      await askJson(caller, {
        method: "PUT",
        path: pathOf(index.name, "_alias", alias),
        ...(isJsonObject(definition) && { body: definition }),
      });
  }
  await settings(caller, index.name, FILLING);
}

/**
 * Copies one index from where an earlier run left it, and gives it its own refresh and replicas back whether that ends
 * well or not. Returns what the journal says of it in the end, and how many documents the target refused.
 */
export async function copyIndex(options: CopyOptions): Promise<{ entry: Entry; refused: number }> {
  const { source, target, journal, index, there, progress } = options;
  // An index that was made and is gone again starts again.
  let entry =
    options.entry?.created === true && !there
      ? { ...options.entry, mark: null, done: 0, copied: false }
      : options.entry;
  if (!entry) {
    const restore = there ? await ownSettings(target.caller, index.name) : textsOf(restoringBody(index.settings));
    entry = { created: !there, mark: null, done: 0, copied: false, restore, without: [...options.without] };
    // Noted before it is made: a kill in between leaves no index that nobody knows of.
    await journal.put(index.name, entry);
  }
  progress.enter({ index: index.name, done: entry.copied ? index.documents : entry.done, total: index.documents });
  const without = options.entry ? new Set(options.entry.without) : options.without;
  try {
    await prepare({ ...options, entry, without });
  } catch (error) {
    throw error instanceof Refusal
      ? new MigrationError(`${index.name} cannot be made ready in the target: ${error.message}`)
      : error;
  }
  let refused = 0;
  try {
    if (!entry.copied) ({ entry, refused } = await copyDocuments(entry));
  } finally {
    await settings({ ...target.caller, signal: undefined, patience: CLEANUP_MS }, index.name, entry.restore);
  }
  await journal.put(index.name, entry);
  return { entry, refused };

  async function copyDocuments(begun: Entry): Promise<{ entry: Entry; refused: number }> {
    // In an index of our own the same version is written again: what a check found different is repaired by the next
    // run.
    const writer = new BulkWriter({
      caller: target.caller,
      index: index.name,
      versionType: begun.created ? "external_gte" : "external",
    });
    let now = begun;
    let bad = 0;
    let noted = Date.now();
    for await (const { documents, mark } of source.read({
      index: index.name,
      from: now.mark ?? undefined,
      signal: target.caller.signal,
    })) {
      const outcome = await writer.write(documents);
      for (const { id, reason } of outcome.refused)
        if (bad++ < SHOWN_REFUSALS)
          progress.say(`${index.name}: the target refuses the document ${JSON.stringify(id)}: ${reason}`);
      // A source that cannot begin in the middle starts again after a kill: nothing of it counts as done.
      now = { ...now, mark: mark ?? null, done: mark === undefined ? 0 : now.done + documents.length };
      progress.add(documents.length);
      if (Date.now() - noted < JOURNAL_EVERY_MS) continue;
      await journal.put(index.name, now);
      noted = Date.now();
    }
    return { entry: { ...now, copied: true }, refused: bad };
  }
}

/** What an index gets when everything of it was checked: its blocks, and closed where it was closed. */
export async function seal({ target: { caller }, index }: { target: Target; index: SourceIndex }): Promise<void> {
  const blocks = blocksOf(index.settings);
  if (blocks) await settings(caller, index.name, blocks);
  if (index.state === "close") await askJson(caller, { method: "POST", path: `${pathOf(index.name)}/_close` });
}
