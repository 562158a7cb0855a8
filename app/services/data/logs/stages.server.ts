import { applyDelta } from "~/lib/values/delta";
import type { LogRecord, RawStage } from "./record.server";

/** What a call was at one moment of its way: as it came, after a stage, as it was answered. `headers` is JSON text. */
export type Moment = { uri: string; method: string; headers: string; body: string };
export type Stage = {
  name: string;
  /** ms */ took: number | null;
  moment: Moment;
  /** The moment before it: the previous stage's, or the call as it came. */
  before: Moment;
  /** False where the server kept a difference that fits nothing: `moment` holds it as it is. */
  resolved: boolean;
};

/** A stage of the server's that its readers do not know (contract 10, 4.4). */
const HIDDEN = "searchrelevancy";
const parts = ["uri", "method", "headers", "body"] as const;

/** The moment of a stage that is kept as differences; undefined where one of them is no difference of this moment. */
function resolve(stage: RawStage, base: Moment): Moment | undefined {
  const found: Moment = { ...base };
  for (const part of parts) {
    const made = applyDelta(base[part], stage[part]);
    if (made === undefined) return undefined;
    found[part] = made;
  }
  return found;
}

type Resolved = { stage: RawStage; before: Moment; moment: Moment; resolved: boolean };

/**
 * Stages that are kept as differences, each against the one before it. Servers do not keep their order, so the next one
 * is the first whose differences fit; each has four, with their lengths, so hardly any fits by chance.
 */
function chain(given: readonly RawStage[], first: Moment): Resolved[] {
  const left = [...given];
  const done: Resolved[] = [];
  let base = first;
  while (left.length > 0) {
    const fitting = left.findIndex((stage) => resolve(stage, base) !== undefined);
    if (fitting < 0)
      return [...done, ...left.map((stage) => ({ stage, before: base, moment: momentOf(stage), resolved: false }))];
    const [stage] = left.splice(fitting, 1);
    const moment = stage && resolve(stage, base);
    if (!stage || !moment) break;
    done.push({ stage, before: base, moment, resolved: true });
    base = moment;
  }
  return done;
}

const momentOf = ({ uri, method, headers, body }: RawStage): Moment => ({ uri, method, headers, body });

/** Stages that are kept in full, in the order in which they came; what is empty was not changed. */
function inFull(given: readonly RawStage[], first: Moment): Resolved[] {
  let before = first;
  return given.map((stage) => {
    const moment = { ...before };
    for (const part of parts) if (stage[part] !== "") moment[part] = stage[part];
    const found = { stage, before, moment, resolved: true };
    before = moment;
    return found;
  });
}

const shown = (list: readonly Resolved[]): Stage[] =>
  list
    .filter(({ stage }) => stage.stage !== HIDDEN)
    .map(({ stage, before, moment, resolved }) => ({ name: stage.stage, took: stage.took, moment, before, resolved }));

/**
 * What each stage made of the request, from the call as it came, and of the response, to the one that was answered.
 * Both forms of `diffLogs`.
 */
export function stagesOf({ request, response, requestChanges, responseChanges, diffLogs }: LogRecord): {
  request: Stage[];
  response: Stage[];
} {
  const came: Moment = {
    uri: request.uri,
    method: request.method,
    headers: JSON.stringify(request.header),
    body: request.body,
  };
  const answered: Moment = {
    uri: request.uri,
    method: request.method,
    headers: JSON.stringify(response.Headers),
    body: response.body,
  };
  if (!diffLogs)
    return { request: shown(inFull(requestChanges, came)), response: shown(inFull(responseChanges, answered)) };
  // Of the response each is the difference from the one after it, so the last one comes first.
  return {
    request: shown(chain(requestChanges, came)),
    response: shown(chain([...responseChanges].reverse(), answered)).reverse(),
  };
}
