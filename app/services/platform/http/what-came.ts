import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { countOf, formatNumber } from "~/lib/values/numbers";

/**
 * What an answer with a 2xx says came of a change: all that was asked for, a part of it, or nothing; `message` is a
 * sentence on what did not.
 */
export type Came = { kind: "all" } | { kind: "part" | "nothing"; message: string };

/** The status of a form where the server says with a 2xx that it did nothing. */
export const NOT_DONE = 422;

const NOTHING = "Nothing was changed.";

const ALL: Came = { kind: "all" };

type Body = JsonObject;
const numberIn = (body: Body, name: string) => (typeof body[name] === "number" ? body[name] : 0);
const listIn = (body: Body, name: string) => (Array.isArray(body[name]) ? body[name] : []);
const objectIn = (body: Body, name: string) => (isJsonObject(body[name]) ? body[name] : undefined);

/**
 * The words of an error, whichever way a server puts them: a text, `{ reason }`, `{ reason: { reason } }` of a shard,
 * `{ cause: { reason } }`, `{ message }`.
 */
function reasonOf(error: JsonValue | undefined): string | undefined {
  if (typeof error === "string") return error === "" ? undefined : error;
  if (!isJsonObject(error)) return undefined;
  for (const name of ["reason", "message"] as const)
    if (typeof error[name] === "string" && error[name] !== "") return error[name];
  return (
    reasonOf(error["reason"]) ??
    reasonOf(error["cause"]) ??
    reasonOf(error["error"]) ??
    (typeof error["type"] === "string" ? error["type"] : undefined)
  );
}

const because = (errors: readonly (JsonValue | undefined)[]) => {
  const said = errors.map(reasonOf).find((reason) => reason !== undefined);
  return said === undefined ? "." : `: ${said.replace(/\.$/, "")}.`;
};

/** Of so many things that were asked for, those that were refused. */
function partOf({
  of,
  refused,
  one,
  errors,
}: {
  of: number;
  refused: number;
  one: string;
  errors: readonly (JsonValue | undefined)[];
}): Came {
  if (refused === 0) return ALL;
  const count =
    refused === of
      ? of === 1
        ? `The ${one} was`
        : `All ${countOf(of, one)} were`
      : `${formatNumber(refused)} of ${countOf(of, one)} were`;
  return { kind: refused === of ? "nothing" : "part", message: `${count} refused${because(errors)}` };
}

const isRefused = (item: JsonValue | undefined): boolean =>
  isJsonObject(item) && ((typeof item["status"] === "number" && item["status"] >= 400) || isError(item["error"]));
// Some calls of a ReactiveSearch server tell their success as an error too: `{ error: { code: 200, message } }`.
const isError = (error: JsonValue | undefined) =>
  error !== undefined &&
  error !== null &&
  error !== false &&
  error !== "" &&
  !(isJsonObject(error) && typeof error["code"] === "number" && error["code"] < 400);

// `_bulk`: `{ errors, items: [{ index: { status, error } }] }`.
function ofItems(body: Body): Came | undefined {
  if (!Array.isArray(body["items"])) return body["errors"] === true ? ofActions(body) : undefined;
  const items = body["items"].map((item) => (isJsonObject(item) ? Object.values(item)[0] : undefined));
  const refused = items.filter(isRefused);
  const errors = refused.map((item) => (isJsonObject(item) ? item["error"] : undefined));
  if (refused.length === 0 && body["errors"] === true)
    return { kind: "part", message: "The server refused some of it, and does not say what." };
  return partOf({ of: items.length, refused: refused.length, one: "operation", errors });
}

// `_aliases` of Elasticsearch 8: `{ errors: true, action_results: [{ status, error }] }`.
function ofActions(body: Body): Came {
  const results = listIn(body, "action_results");
  const refused = results.filter(isRefused);
  if (refused.length === 0)
    return { kind: "part", message: `The server refused some of it${because(listIn(body, "errors"))}` };
  return partOf({ of: results.length, refused: refused.length, one: "action", errors: refused });
}

const BY_QUERY = ["updated", "deleted", "created", "noops"];

// By-query calls, and a copy that has been waited for: `{ total, updated, deleted, created, noops, version_conflicts,
// failures, timed_out, canceled }`.
function ofQuery(body: Body): Came | undefined {
  if (
    !BY_QUERY.some((name) => typeof body[name] === "number") ||
    !("failures" in body || "version_conflicts" in body || "timed_out" in body)
  )
    return undefined;
  const done = BY_QUERY.reduce((sum, name) => sum + numberIn(body, name), 0);
  const failures = listIn(body, "failures");
  const conflicts = numberIn(body, "version_conflicts");
  const total = Math.max(numberIn(body, "total"), done + conflicts + failures.length);
  const reasons = [
    ...(conflicts > 0 ? [`${formatNumber(conflicts)} had been changed meanwhile`] : []),
    ...(failures.length > 0 ? [`${formatNumber(failures.length)} failed${because(failures).slice(0, -1)}`] : []),
    ...(body["timed_out"] === true ? ["the server ran out of time"] : []),
    ...(typeof body["canceled"] === "string" ? [`it was cancelled ${body["canceled"]}`] : []),
  ];
  if (done >= total && reasons.length === 0) return ALL;
  const count =
    done === 0
      ? `None of ${countOf(total, "document")} was`
      : `Only ${formatNumber(done)} of ${countOf(total, "document")} were`;
  return {
    kind: done === 0 ? "nothing" : "part",
    message: `${count} processed${reasons.length === 0 ? "" : `: ${reasons.join(", ")}`}.`,
  };
}

// Several searches or documents: `{ responses: [{ error, status }] }`.
function ofResponses(body: Body): Came | undefined {
  if (!Array.isArray(body["responses"])) return undefined;
  const refused = body["responses"].filter(isRefused);
  return partOf({ of: body["responses"].length, refused: refused.length, one: "request", errors: refused });
}

// `{ _shards: { total, successful, failed, failures } }` of refreshes, merges and writes, and `{ snapshot: { shards }
// }`.
function ofShards(body: Body): Came | undefined {
  const shards = objectIn(body, "_shards") ?? objectIn(objectIn(body, "snapshot") ?? {}, "shards");
  const failed = shards === undefined ? 0 : numberIn(shards, "failed");
  if (shards === undefined || failed === 0) return undefined;
  const isNone = numberIn(shards, "successful") === 0;
  return {
    kind: isNone ? "nothing" : "part",
    message: `${formatNumber(failed)} of ${countOf(numberIn(shards, "total"), "shard")} failed${because(listIn(shards, "failures"))}`,
  };
}

// `{ _nodes: { failed } }`, and the cancelling of tasks: `{ node_failures, task_failures }`.
function ofNodes(body: Body): Came | undefined {
  const nodes = objectIn(body, "_nodes") ?? {};
  const failures = [...listIn(body, "node_failures"), ...listIn(body, "task_failures"), ...listIn(nodes, "failures")];
  const failed = Math.max(failures.length, numberIn(nodes, "failed"));
  return failed === 0
    ? undefined
    : {
        kind: "part",
        message: `It failed on ${countOf(failed, "node")} or task${failed === 1 ? "" : "s"}${because(failures)}`,
      };
}

// What says so itself: `{ acknowledged: false }`, `{ succeeded: false }`, `{ error }` and `{ code: 400, message }` with
// a 200.
function ofWords(body: Body): Came | undefined {
  if (isError(body["error"])) return { kind: "nothing", message: `The server refused it${because([body["error"]])}` };
  const code = body["code"] ?? body["status"];
  if (typeof code === "number" && code >= 400)
    return { kind: "nothing", message: `The server refused it (${code})${because([body])}` };
  if (body["succeeded"] === false || body["accepted"] === false)
    return { kind: "nothing", message: "The server did not do it." };
  return undefined;
}

// `{ acknowledged: false }`: what was begun may go on all the same.
function ofConfirmation(body: Body): Came | undefined {
  return body["acknowledged"] !== false
    ? undefined
    : {
        kind: "nothing",
        message: "The server did not confirm the change in time. It may still make it: look before you try again.",
      };
}

const READERS = [ofWords, ofConfirmation, ofItems, ofQuery, ofResponses, ofShards, ofNodes];

/**
 * The one reader of what answers with a 2xx say came of a change, whatever the call. What says nothing of the kind did
 * all that it was asked for.
 */
export function whatCameOf(body: JsonValue | undefined): Came {
  if (!isJsonObject(body)) return ALL;
  for (const read of READERS) {
    const came = read(body);
    if (came !== undefined && came.kind !== "all")
      return came.kind === "nothing" && read !== ofConfirmation
        ? { ...came, message: `${came.message} ${NOTHING}` }
        : came;
  }
  return ALL;
}

/** What came of several calls that are one change. */
export function together(all: readonly Came[]): Came {
  const less = all.flatMap((came) => (came.kind === "all" ? [] : [came]));
  if (less.length === 0) return ALL;
  const isNothing = less.length === all.length && less.every(({ kind }) => kind === "nothing");
  return {
    kind: isNothing ? "nothing" : "part",
    message: [...new Set(less.map(({ message }) => message))].slice(0, 3).join(" "),
  };
}
