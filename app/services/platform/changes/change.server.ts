import { setTimeout } from "node:timers/promises";
import { type JsonValue, stringifyJson } from "@common/text/json";
import { changeFailed } from "~/lib/messages/change-failed";
import { gateReason } from "~/lib/access-control/gate";
import type { Failure } from "~/lib/messages/user-messages";
import { type BackendAnswer, type CallOptions, writerOf } from "~/services/platform/http/client.server";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { isReading } from "~/services/platform/http/reading";
import { type Came, NOT_DONE, together, whatCameOf } from "~/services/platform/http/what-came";
import { forgetIndexNames } from "./kept-names.server";
import { protectionGate, protectionOf } from "~/session/protection.server";
import type { Scope } from "~/session/scope.server";
import { seal, sessionSecrets } from "~/session/seal.server";
import { personOf, type Session } from "~/sessions.server";
import { addEntry, endEntry, type Ending, type Entry, noteUndone, prune } from "./log-store.server";
import { keptInstead } from "./kept-instead";
import { type KeptText, keptText } from "./mask.server";
import { requestText } from "./shown.server";
import { entryId, type Step } from "./step.server";
import type { Change, Changed } from "./types";
import { WINDOW } from "./window.server";
import type { Verb } from "./words";

/** Who makes a change, and from where: a request of somebody, or a job of his. */
export type ChangedBy = Pick<Scope, "http" | "context" | "may" | "pathname"> & {
  session: Pick<Session, "id" | "url" | "username" | "oidc" | "viewAs">;
};
type Bound = ChangedBy;

/** Characters of the longest way back that is kept. */
export const wayBack = { most: 20_000_000 };
const PRUNE_EVERY = 100;
const OUTCOMES = { all: "success", part: "partial", nothing: "failed" } as const;
let written = 0;

/**
 * The one way out of the console: makes a change on the server. Asks the protected mode and the right, sends the call,
 * writes the change log. Throws BackendError where it was not sent or not taken; that is in the log too. `undoes` is
 * the entry that this one undoes, `step` what it is a part of.
 */
export async function change<Value>(
  scope: Bound,
  asked: Change<Value>,
  { undoes, step }: { undoes?: string; step?: Step | undefined } = {},
): Promise<Changed<Value>> {
  const entry = entryOf(scope, { asked, undoes, step });
  const refused = notSent(scope, asked);
  if (refused) {
    begin(scope, { ...entry, outcome: "not sent", message: changeFailed(refused) });
    throw new BackendError({ failure: refused });
  }
  // Written before the call: a console that is killed meanwhile has told of it.
  const begun = begin(scope, entry);
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  let answered: { value: Value; status: number | null; came: Came };
  try {
    answered = await send(scope, asked);
  } catch (error) {
    const known = isBackendError(error);
    const message = known
      ? changeFailed(error.failure)
      : "The console failed before the change was sent, or over its answer.";
    finish(scope, {
      id: entry.id,
      ending: { outcome: "failed", status: known ? error.status : null, took: took(), message },
    });
    throw error;
  }
  const { value, status, came } = answered;
  const job = asked.job?.(value);
  // What was not done has no way back.
  const undo = came.kind === "nothing" ? undefined : asked.undo?.(value);
  const kept = came.kind === "nothing" || job !== undefined ? undefined : await keptBy(scope, asked, value);
  const missed =
    [asked.missed?.(value), kept, came.kind === "all" ? undefined : came.message].filter((text) => text).join(" ") ||
    undefined;
  const undoText = undo && stringifyJson(undo);
  const sealedUndo =
    undoText !== undefined && undoText.length <= wayBack.most
      ? seal({ text: undoText, purpose: "way back", secrets: sessionSecrets(scope.context.config) })
      : undefined;
  const ending: Ending = {
    outcome: job === undefined ? OUTCOMES[came.kind] : "running",
    status,
    took: took(),
    summary: asked.summary?.(value) ?? null,
    job: job ?? null,
    message: missed ?? null,
  };
  const ended = finish(scope, { id: entry.id, ending, sealedUndo });
  if (asked.resource.kind === "index") forgetIndexNames(scope);
  if (undoes !== undefined) noteUndone(scope.context.config.dataDir, { id: undoes, by: entry.id });
  return { value, id: entry.id, undoable: sealedUndo !== undefined, logged: begun && ended, missed };
}

/** Some servers find what they store a moment later: what they seem to have kept is read once more after so many ms. */
export const secondLook = { after: 1200 };

// What cannot be read again is not told of: the change was made all the same.
async function keptBy<Value>({ http }: Bound, asked: Change<Value>, value: Value): Promise<string | undefined> {
  const { before, after: meant, stored } = asked;
  if (stored === undefined) return undefined;
  const look = async () => keptInstead({ before, meant, stored: await stored(http, value) });
  try {
    if ((await look()) === undefined) return undefined;
    await setTimeout(secondLook.after);
    return await look();
  } catch (error) {
    if (!isBackendError(error)) throw error;
    return undefined;
  }
}

/** Notes something that the console itself did, without a call: a writing window opened or ended. */
export function noteOwnChange(
  scope: Bound,
  { verb, noun, id, summary }: { verb: Verb; noun: string; id: string; summary: string },
) {
  const asked: Change = {
    resource: { kind: noun, id, name: noun },
    verb,
    noun,
    right: "documents:write",
    request: { method: "POST", path: "" },
    read: () => undefined,
  };
  begin(scope, {
    ...entryOf(scope, { asked, undoes: undefined, step: undefined }),
    method: "",
    right_name: WINDOW,
    outcome: "success",
    summary,
  });
}

/**
 * Sends a change. What the answers say came of it is read here for all changes; where that is nothing it was not made.
 * Throws BackendError.
 */
async function send<Value>(
  scope: Bound,
  { call, request, read, came, takesAny }: Change<Value>,
): Promise<{ value: Value; status: number | null; came: Came }> {
  const answers: Came[] = [];
  // Of a change that takes several calls, those that only look say nothing.
  const onAnswer = (options: CallOptions, body: JsonValue | undefined) => {
    if (!isReading(options)) answers.push(whatCameOf(body));
  };
  const http = writerOf(scope.http, { onAnswer });
  if (call) {
    const value = await call(http).catch((error: unknown) => {
      const nothing = answers.findLast(({ kind }) => kind === "nothing");
      // What could not be read of an answer matters less than that it says that nothing was done.
      throw nothing?.kind === "nothing" && isBackendError(error) && error.failure.kind === "malformed"
        ? notDone(scope, { request, message: nothing.message })
        : error;
    });
    const all = came?.(value) ?? together(answers);
    if (all.kind === "nothing") throw notDone(scope, { request, message: all.message });
    return { value, status: null, came: all };
  }
  const answer = await http.send(request);
  const answered = whatCameOf(answer.body);
  if (came === undefined && takesAny === undefined && answered.kind === "nothing")
    throw refusalOf({ answer, read, message: answered.message });
  const value = read(answer);
  return { value, status: answer.status, came: came?.(value) ?? answered };
}

// Where the module of the resource knows the refusal, as of a document that somebody changed, its words are better.
function refusalOf<Value>({
  answer,
  read,
  message,
}: {
  answer: BackendAnswer;
  read: Change<Value>["read"];
  message: string;
}): BackendError {
  try {
    read(answer);
  } catch (error) {
    if (isBackendError(error) && error.failure.kind !== "malformed") return error;
  }
  return answer.failed("not-done", { status: NOT_DONE, detail: message });
}

function notDone(
  { context }: Bound,
  { request: { method, path }, message }: { request: Change["request"]; message: string },
): BackendError {
  return new BackendError({
    failure: { kind: "not-done", status: NOT_DONE, method, path, requestId: context.requestId, detail: message },
  });
}

/** Why a change is not sent at all; undefined where it may be. */
function notSent(
  { session, context, may }: Bound,
  { right, request }: Pick<Change, "right" | "request">,
): Failure | undefined {
  const refused = (kind: Failure["kind"], more: Partial<Failure>): Failure => ({
    kind,
    status: 403,
    method: request.method,
    path: request.path,
    requestId: context.requestId,
    ...more,
  });
  const protection = protectionOf({ url: session.url, config: context.config });
  if (!protectionGate(protection).ok) return refused(protection.mode === "read-only" ? "read-only" : "protected", {});
  const gate = may(right);
  return gate.ok
    ? undefined
    : refused(
        "not-allowed",
        gate.actionName === undefined ? { detail: gateReason(gate) } : { missing: gate.actionName, who: gate.who },
      );
}

const sizeOf = (entry: Entry) =>
  Object.values(entry).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);

function entryOf<Value>(
  { session, context, pathname }: Bound,
  { asked, undoes, step }: { asked: Change<Value>; undoes: string | undefined; step: Step | undefined },
): Entry {
  const { resource, verb, noun, right, request } = asked;
  const { path, body, type, remark, ...sent } = requestText(request);
  const method = asked.own ? "" : sent.method;
  const [before, after] = [asked.before, asked.after].map((value): KeptText | null =>
    value === undefined ? null : keptText(typeof value === "string" ? (asked.hide?.(value) ?? value) : value),
  );
  const remarks = [...new Set([before?.note, after?.note, remark].flatMap((note) => note ?? []))];
  const entry: Entry = {
    id: entryId(step),
    server: session.url,
    at: Date.now(),
    person: personOf(session),
    address: context.clientAddress,
    screen: pathname,
    kind: resource.kind,
    resource: resource.id,
    name: resource.name ?? resource.id,
    index_name: resource.index ?? null,
    right_name: right,
    verb,
    noun,
    summary: null,
    method,
    path,
    content_type: type,
    // The same as `after` for most changes, which would be kept twice.
    body: after !== null && after !== undefined && body === after.text ? null : body,
    before: before?.text ?? null,
    after: after?.text ?? null,
    remark: remarks.length === 0 ? null : remarks.join(" "),
    outcome: "running",
    status: null,
    took: null,
    message: null,
    undoes: undoes ?? null,
    undone_by: null,
    job: null,
    bytes: 0,
  };
  return { ...entry, bytes: sizeOf(entry) };
}

function begin({ context }: Bound, entry: Entry): boolean {
  const { config, log } = context;
  const logged = addEntry(config.dataDir, entry);
  // The values stay out of the console's own log, which others may read.
  if (!logged)
    log.warn(
      { change: entry.id, person: entry.person, method: entry.method, path: entry.path },
      "the change log is full; an entry is kept in memory",
    );
  written += 1;
  if (logged && written % PRUNE_EVERY === 1) prune(config.dataDir);
  return logged;
}

function finish({ context }: Bound, ended: Parameters<typeof endEntry>[1]): boolean {
  return endEntry(context.config.dataDir, ended);
}
