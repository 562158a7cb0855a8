import { askJson, pathOf } from "./call";
import { checkIndex, findingRow, isEqual, type Finding } from "./check";
import { copyIndex, seal } from "./copy";
import { Journal, type Entry } from "./journal";
import { makePlan, planLines, type Plan, type PlanOptions } from "./plan";
import { figure, Progress, table, type Output } from "./progress";
import type { Target } from "./target";
import { isSystem, MigrationError, type Source } from "./types";

export type MigrateOptions = PlanOptions & { dryRun: boolean };

type Run = { source: Source; target: Target; options: MigrateOptions; output: Output };

/** Refuses a plan that something speaks against; the message lists all of it. */
function requireClear(plan: Plan): void {
  const { inTheWay, impossible } = plan;
  if (impossible.length > 0)
    throw new MigrationError(
      [
        "Cannot be copied:",
        ...impossible.map((line) => `  ${line}`),
        "Leave such indices out with --only '*,-name', or mend them. Nothing was changed.",
      ].join("\n"),
    );
  if (inTheWay.length === 0) return;
  throw new MigrationError(
    [
      "The target is not empty:",
      ...inTheWay.map((line) => `  ${line}`),
      "With --into-existing documents are added; newer versions in the target stay. Nothing was changed.",
    ].join("\n"),
  );
}

async function copyTemplates({
  target: { caller },
  journal,
  plan,
}: {
  target: Target;
  journal: Journal;
  plan: Plan;
}): Promise<void> {
  if (plan.templates.length === 0) return;
  for (const { kind, name, body } of plan.templates)
    await askJson(caller, { method: "PUT", path: pathOf(kind, name), body });
  await journal.templatesDone();
}

async function check({
  run: { source, target, output },
  plan,
  entries,
}: {
  run: Run;
  plan: Plan;
  entries: ReadonlyMap<string, Entry>;
}): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name } of plan.indices) {
    target.caller.signal?.throwIfAborted();
    if (output.live) output.write(`\r\x1b[Kchecking ${name}`);
    findings.push(await checkIndex({ source, target, name, created: entries.get(name)?.created ?? true }));
  }
  if (output.live) output.write("\r\x1b[K");
  return findings;
}

async function copyAll({
  run: { source, target, output, options },
  journal,
  plan,
  entries,
}: {
  run: Run;
  journal: Journal;
  plan: Plan;
  entries: Map<string, Entry>;
}): Promise<void> {
  const progress = new Progress(
    output,
    plan.indices.reduce((sum, { documents }) => sum + documents, 0),
  );
  const caller = { ...target.caller, notify: (line: string) => progress.say(line) };
  progress.start();
  try {
    for (const index of plan.indices) {
      caller.signal?.throwIfAborted();
      const { entry, refused } = await copyIndex({
        source,
        target: { ...target, caller },
        journal,
        index,
        there: plan.present.indices.get(index.name),
        entry: entries.get(index.name),
        without: plan.without.get(index.name) ?? new Set(),
        progress,
      });
      entries.set(index.name, entry);
      progress.say(
        `${index.name}: ${figure(index.documents)} documents copied${refused > 0 ? `, ${figure(refused)} of them refused` : ""}`,
      );
    }
    if (!options.part) await copyTemplates({ target, journal, plan });
  } finally {
    progress.stop();
  }
}

/** Prints both sides of each index; true when all are equal. */
function report(findings: readonly Finding[], output: Output): boolean {
  for (const line of table([["index", "source", "target", "checksum", ""], ...findings.map(findingRow)]))
    output.write(`${line}\n`);
  const bad = findings.filter((finding) => !isEqual(finding));
  for (const { name, differences } of bad)
    output.write([`${name} differs:`, ...differences.map((line) => `  ${line}`), ""].join("\n"));
  return bad.length === 0;
}

/**
 * Copies indices from a source into a target, checks both sides and takes its notes away. Begun again after an
 * interruption of any kind it goes on. Returns true when both sides are equal. Throws `MigrationError` where it is
 * refused or cannot go on, and the signal's reason when it was stopped; what was copied then stays, and running it
 * again goes on there.
 */
export async function migrate(run: Run & { stop: AbortController }): Promise<boolean> {
  const { source, target, options, output, stop } = run;
  const journal = new Journal(target.caller, { source: source.id, from: source.label });
  const plan = async () => {
    const { entries: begun, templatesDone } = await journal.look((await source.indices()).map(({ name }) => name));
    const entries = new Map([...begun].filter(([name]) => options.wanted(name)));
    const others = [...begun.keys()].filter((name) => !options.wanted(name));
    return { entries, others, plan: await makePlan({ source, target, entries, templatesDone, options }) };
  };
  if (options.dryRun) {
    const { plan: made, entries } = await plan();
    for (const line of planLines(made)) output.write(`${line}\n`);
    if (entries.size > 0) output.write("An unfinished migration would go on.\n");
    return made.inTheWay.length + made.impossible.length === 0;
  }
  const { plan: made, entries, others } = await plan();
  if (made.indices.length === 0) throw new MigrationError("There is no index to copy.");
  requireClear(made);
  await journal.acquire({
    system: made.indices.some(({ name }) => isSystem(name)),
    lost: (error) => stop.abort(error),
  });
  let equal = false;
  try {
    const { entries: now } = await journal.look(made.indices.map(({ name }) => name));
    if (now.size !== entries.size) throw new MigrationError("Another migration was at work just now: run this again.");
    if (entries.size > 0) output.write("Going on where an earlier run ended.\n");
    await copyAll({ run, journal, plan: made, entries });
    const findings = await check({ run, plan: made, entries });
    equal = report(findings, output);
    for (const index of made.indices) {
      const entry = entries.get(index.name);
      const finding = findings.find(({ name }) => name === index.name);
      if (finding && isEqual(finding)) {
        if (equal && entry?.created) await seal({ target, index });
      } else if (entry) await journal.put(index.name, { ...entry, mark: null, done: 0, copied: false });
    }
  } catch (error) {
    // Refused or stopped, the lock is given back; a target that is gone keeps it until it runs out.
    await journal.release().catch(() => undefined);
    throw error;
  }
  if (!equal) await journal.release();
  else if (others.length === 0 && !journal.isPart) await journal.remove();
  else {
    // The notes of the larger move stay, so that it can go on, and that no gateway starts on half of the users.
    await journal.release();
    output.write(
      `An earlier run was to move more${others.length > 0 ? ` and began ${others.join(", ")}` : ""}: run it again to its end.\n`,
    );
  }
  return equal;
}
