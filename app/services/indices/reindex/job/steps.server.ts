import { setTimeout as sleep } from "node:timers/promises";
import { callMessages } from "~/lib/messages/call-messages";
import type { BackendClient } from "~/services/platform/http/client.server";
import { type BackendError, isAway, isBackendError } from "~/services/platform/http/errors.server";
import { copiesData, needsTarget } from "~/services/indices/reindex/plan";
import type { JobFailure } from "~/services/platform/jobs/failures.server";
import { FailedError, type Step, type Tools } from "~/services/platform/jobs/kind.server";
import { keepNames } from "./aliases.server";
import type { CopyInput, CopyProgress, CopyResult } from "./progress.server";
import { dropMade, findTask, indexBehind, readTask, refreshAndCount, startCopy, stopTask } from "./server-task.server";

type CopyStep = Step<CopyProgress, CopyResult>;
type Doing = Tools & { input: CopyInput; progress: CopyProgress; done: number; total: number | null };

const LOOK_MS = 1_000;
const FIRST_LOOK_MS = 100;
/** A ReactiveSearch server looks after its tasks every 30 s; ours first catches up with what was written meanwhile. */
const SETTLE_MS = 15 * 60_000;
/** For so long a server that was restarted may clear away what it left itself. */
const CLEAR_MS = 60_000;
const MOST_ROUNDS = 3;
/** A copy that no task tells of, and whose index does not come to its end, is given up after this. */
const UNSEEN_MS = 6 * 3600_000;
/** One of which there is neither a task nor an index after this has never begun. */
const NEVER_MS = 10 * 60_000;

const enter = (
  progress: CopyProgress,
  phase: CopyProgress["phase"],
  more: Partial<CopyProgress> = {},
): CopyProgress => ({
  ...progress,
  ...more,
  phase,
  since: Date.now(),
});
const stay = ({ progress, done }: Doing): CopyStep => ({ progress, done });
const waitedFor = ({ progress }: Doing) => Date.now() - progress.since;
/**
 * How long the next look waits where it was waited for so long already, in ms: small indices are copied in a moment, so
 * the first looks come soon; the longer it takes, the rarer they are. Where nothing tells how far it is, they are rarer
 * still.
 */
export function lookAfter({ waited, isSeen }: { waited: number; isSeen: boolean }): number {
  const soon = Math.min(LOOK_MS, FIRST_LOOK_MS + waited / 5);
  return isSeen ? Math.max(soon, Math.min(10_000, waited / 60)) : Math.max(soon, Math.min(120_000, waited / 10));
}

const pause = (doing: Doing, isSeen = true) =>
  sleep(lookAfter({ waited: waitedFor(doing), isSeen }), undefined, { signal: doing.signal });

async function finished({ input, progress, total, done, http }: Doing): Promise<CopyStep> {
  if (input.target === null && copiesData(input))
    await keepNames(http(), { source: input.source, aliases: progress.aliases, before: progress.behind.uuid });
  return { progress, done: total ?? done, result: { copied: total ?? done, rounds: progress.rounds } };
}

/** Whether the server has put another index behind the name. */
async function isReplaced(
  http: BackendClient,
  { source }: CopyInput,
  { behind, aliases }: CopyProgress,
): Promise<boolean> {
  const now = await indexBehind(http, source);
  if (now !== null) return now.uuid !== behind.uuid;
  // Its name may be gone where another one moved.
  return Object.keys(aliases).length > 0 && (await keepNames(http, { source, aliases, before: behind.uuid })) !== null;
}

/**
 * What the copy made goes, unless it is in use by now. Those of a re-index in place are the server's to clear away, for
 * it may be about to use them.
 */
export async function clear(
  http: BackendClient,
  { input, progress }: Pick<Doing, "input" | "progress">,
): Promise<void> {
  if (input.target !== null && progress.made !== null) await dropMade(http, progress.made);
}

const inProgress = (error: unknown): boolean =>
  isBackendError(error) && /already in progress/i.test(error.failure.detail ?? "");

/** What is too old is the server, not this console. */
const SERVER = "ReactiveSearch";

/** Why a copy was not started, in the words of the specification where it has some. */
function refusal({ clone }: CopyInput, { status, failure }: BackendError): FailedError {
  const said = failure.detail === undefined ? "" : ` The server said: ${failure.detail}`;
  // A server that is too old says so by 406, or by a bare 400; a 400 with words is about this one re-index.
  if (status === 406 || (status === 400 && said === ""))
    return new FailedError(`${callMessages.reindexUpgrade(SERVER)}${said}`);
  return new FailedError(`${clone ? callMessages.cloneFailed : "The index was not re-indexed."}${said}`);
}

/** Whether a refusal concerns the moment or the user's rights, which the runner knows how to wait for. */
const isForRunner = (error: BackendError) => [401, 403, 408, 429, 502, 503].includes(error.status) || isAway(error);

/** Starts the copy; where a start was cut off, finds what came of it first. */
export async function ask(doing: Doing): Promise<CopyStep> {
  const { input, progress, done, save } = doing;
  const http = doing.http();
  if (progress.phase === "asked") {
    const task = await findTask(http, input);
    if (task !== null) return { progress: enter(progress, "watch", { task }), done };
    if (await wasMade(http, doing)) return { progress: enter(progress, "unseen"), done };
  }
  const asked = enter(progress, "asked", {
    rounds: progress.rounds + 1,
    task: null,
    made: null,
    since: progress.phase === "asked" ? progress.since : Date.now(),
  });
  await save({ progress: asked });
  try {
    const started = await startCopy(http, input);
    if (started.kind === "unseen") return { progress: enter(asked, "unseen"), done };
    const made = input.target === null || needsTarget(input) ? null : await indexBehind(http, input.target);
    if (started.kind === "task") return { progress: enter(asked, "watch", { task: started.task, made }), done: 0 };
    return await over({ ...doing, progress: { ...asked, made } }, { failures: started.failures, error: null });
  } catch (error) {
    if (!isBackendError(error) || isForRunner(error)) throw error;
    // A run that was cut off keeps its place at the server for a while.
    if (!inProgress(error) || progress.rounds === 0 || waitedFor(doing) > CLEAR_MS) throw refusal(input, error);
    await pause(doing);
    return { progress: { ...asked, rounds: progress.rounds }, done };
  }
}

/** Whether a start that was cut off made its index, or put it in place already. */
async function wasMade(http: BackendClient, { input, progress }: Doing): Promise<boolean> {
  if (input.target === null) return isReplaced(http, input, progress);
  return !needsTarget(input) && (await indexBehind(http, input.target)) !== null;
}

/** The task is over, or the server copied before it answered. */
async function over(
  doing: Doing,
  { failures, error }: { failures: JobFailure[]; error: string | null },
): Promise<CopyStep> {
  if (error === null && failures.length === 0)
    return { progress: enter(doing.progress, "settle"), done: doing.total ?? doing.done };
  if (failures.length > 0) await doing.save({ failures });
  await clear(doing.http(), doing);
  const documents = failures.length === 1 ? "A document" : `${failures.length.toLocaleString("en")} documents`;
  throw new FailedError(error ?? `${documents} could not be copied.`);
}

/** Looks how far the task is. */
export async function watch(doing: Doing): Promise<CopyStep> {
  const { input, done, total, progress } = doing;
  await pause(doing);
  const http = doing.http();
  const task = await readTask(http, progress.task ?? "");
  switch (task.state) {
    case "running": {
      if (task.total > 0 && task.total !== total) await doing.save({ total: task.total });
      const made =
        progress.made ?? (task.into === null || needsTarget(input) ? null : await indexBehind(http, task.into));
      return { progress: { ...progress, made }, done: Math.max(done, task.done) };
    }
    case "done":
      return over(doing, task);
    case "stopped":
      await clear(http, doing);
      throw new FailedError("The copy was stopped on the server.");
    case "lost":
      return { progress: enter(progress, "lost"), done };
    case "hidden":
      return { progress: enter(progress, "unseen", { task: null }), done };
  }
}

const NEVER =
  "The server did not answer in time (504), and there is no trace of a copy. It never started. Run the re-index again.";

// The name that a server gives the index that takes the place of another one.
function nextName(name: string): string {
  const round = /^(.+)_reindexed_(\d+)$/.exec(name);
  return `${round?.[1] ?? name}_reindexed_${Number(round?.[2] ?? 0) + 1}`;
}

/** Looks at what the copy fills, where no task tells how far it is. */
export async function lookFor(doing: Doing): Promise<CopyStep> {
  const { input, progress, done, total } = doing;
  const http = doing.http();
  const task = await findTask(http, input);
  if (task !== null) return { progress: enter(progress, "watch", { task }), done };
  if (waitedFor(doing) > UNSEEN_MS)
    throw new FailedError("The server did not tell what became of the copy. Compare the number of documents.");
  if (input.target === null) {
    if (await isReplaced(http, input, progress)) return finished(doing);
    if (waitedFor(doing) > NEVER_MS && (await indexBehind(http, nextName(progress.behind.name))) === null)
      throw new FailedError(NEVER);
    await pause(doing, false);
    return stay(doing);
  }
  if ((await indexBehind(http, input.target)) === null) throw new FailedError(callMessages.cloneFailed);
  const count = copiesData(input) ? await refreshAndCount(http, input.target) : 0;
  if (!copiesData(input) || count >= (total ?? 0)) return finished(doing);
  await pause(doing, false);
  return { progress, done: needsTarget(input) ? done : count };
}

/** Waits for the server to put the new index in its place. */
export async function settle(doing: Doing): Promise<CopyStep> {
  const { input, progress } = doing;
  const http = doing.http();
  if (input.target !== null) {
    if ((await indexBehind(http, input.target)) !== null) return finished(doing);
    throw new FailedError(callMessages.cloneFailed);
  }
  if (!copiesData(input) || (await isReplaced(http, input, progress))) return finished(doing);
  // It may have been put in place between the two looks.
  const isGone = progress.made !== null && (await indexBehind(http, progress.made.name)) === null;
  if (isGone && !(await isReplaced(http, input, progress)))
    throw new FailedError("The documents were copied, but the server took the new index back.");
  if (waitedFor(doing) > SETTLE_MS)
    throw new FailedError(
      "The documents were copied, but the server did not put the new index in the place of the old one.",
    );
  await pause(doing);
  return stay(doing);
}

/** The server was restarted in the middle: what it left goes, then the copy starts again. */
export async function startAgain(doing: Doing): Promise<CopyStep> {
  const { input, progress } = doing;
  const http = doing.http();
  if (input.target === null && (await isReplaced(http, input, progress))) return finished(doing);
  const left = progress.made !== null && (await indexBehind(http, progress.made.name))?.uuid === progress.made.uuid;
  if (left && waitedFor(doing) < CLEAR_MS) {
    await pause(doing);
    return stay(doing);
  }
  await clear(http, doing);
  if (progress.rounds >= MOST_ROUNDS)
    throw new FailedError(`The search server was restarted ${MOST_ROUNDS} times before the copy was complete.`);
  return { progress: enter(progress, "ask", { task: null, made: null }), done: 0 };
}

/** Stops what goes on at the server, and takes the new index back. */
export async function cancelCopy({
  http: client,
  input,
  progress,
}: {
  http: () => BackendClient;
  input: CopyInput;
  progress: CopyProgress;
}): Promise<void> {
  if (progress.phase === "ask") return;
  const http = client();
  const task = progress.task ?? (await findTask(http, input));
  if (task !== null) await stopTask(http, task);
  for (let looks = 0; task !== null && looks < 40; looks++) {
    if ((await readTask(http, task)).state !== "running") break;
    await sleep(250);
  }
  const made =
    progress.made ??
    (progress.task === null || input.target === null || needsTarget(input)
      ? null
      : await indexBehind(http, input.target));
  await clear(http, { input, progress: { ...progress, made } });
}
