import { isJsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { foundIn } from "../trials/answers";
import type { Trial } from "../trial.server";
import type { Expectation } from "./records.server";

type Answer = Pick<Trial, "code" | "took" | "response" | "error">;

const MOST_SHOWN = 200;
const shown = (value: JsonValue | undefined) => {
  const text = value === undefined ? "nothing" : stringifyJson(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
};

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The value at a path into JSON, `hits.hits.0._id` or `hits.hits[0]._id`; undefined where the path leads nowhere. */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  const steps = path
    .replaceAll(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "" && step !== "$");
  return steps.reduce<JsonValue | undefined>((at, step) => {
    if (Array.isArray(at)) return /^\d+$/.test(step) ? at[Number(step)] : undefined;
    return at !== undefined && isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
}

// By what it says: members in any order, numbers by their digits.
function canonical(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, canonical(one)]),
  );
}
const isSame = (a: JsonValue, b: JsonValue) => stringifyJson(canonical(a)) === stringifyJson(canonical(b));

function holds(value: JsonValue | undefined, wanted: JsonValue): boolean {
  if (Array.isArray(value)) return value.some((one) => isSame(one, wanted));
  if (typeof value === "string") return value.includes(typeof wanted === "string" ? wanted : stringifyJson(wanted));
  return false;
}

/** The ids of the hits of the first search in an answer, in their order; null where it is no answer of a search. */
function idsIn(body: string): string[] | null {
  const found = foundIn(body);
  return (
    found &&
    found.ids.map((pair) => {
      const read = parsed(pair);
      const id = Array.isArray(read) ? read[1] : undefined;
      return typeof id === "string" ? id : "";
    })
  );
}

function differenceOf(expected: Expectation, { code, took, response }: Answer): string | null {
  const text = response?.body ?? "";
  switch (expected.kind) {
    case "status":
      return code === expected.status ? null : `Expected status ${expected.status}, got ${code ?? "none"}.`;
    case "time":
      if (took === null) return "The server tells no time.";
      return took <= expected.most ? null : `Expected at most ${countMs(expected.most)}, took ${countMs(took)}.`;
    case "ids": {
      const ids = idsIn(text);
      if (ids === null) return "The response has no hits.";
      const at = expected.ids.findIndex((id, place) => ids[place] !== id);
      if (at === -1) return null;
      return `Expected ${shown(expected.ids[at])} at position ${at + 1}, got ${shown(ids[at])}.`;
    }
    case "equals":
    case "contains":
    case "missing":
      return ofPath(expected, parsed(text));
  }
}

const countMs = (ms: number) => `${formatNumber(ms, 1)} ms`;

function ofPath(expected: Extract<Expectation, { path: string }>, answer: JsonValue | undefined): string | null {
  if (answer === undefined) return "The response is not JSON.";
  const { kind, path } = expected;
  const value = valueAt(answer, path);
  if (kind === "missing") return value === undefined ? null : `Expected no ${path}, got ${shown(value)}.`;
  const isMet = kind === "equals" ? value !== undefined && isSame(value, expected.value) : holds(value, expected.value);
  if (isMet) return null;
  return `Expected ${path} to ${kind === "equals" ? "be" : "contain"} ${shown(expected.value)}, got ${shown(value)}.`;
}

/**
 * The first thing by which an answer is not what was expected, in a sentence; null where it is. Without expectations it
 * must not fail.
 */
export function firstDifference(expectations: readonly Expectation[], answer: Answer): string | null {
  // A run that failed is what was expected only where its status is.
  const expectsFailure = expectations.some((one) => one.kind === "status" && one.status >= 400);
  if (answer.error !== null && !expectsFailure) {
    const { stage, message } = answer.error;
    return stage === null ? `The run failed: ${message}` : `The stage ${stage} failed: ${message}`;
  }
  if (expectations.length === 0 && (answer.code ?? 200) >= 400) return `The response has the status ${answer.code}.`;
  for (const expected of expectations) {
    const difference = differenceOf(expected, answer);
    if (difference !== null) return difference;
  }
  return null;
}

/** What a sample expects, in few words. */
export const expectationsText = (expectations: readonly Expectation[]) =>
  expectations.length === 0 ? "no failure" : countOf(expectations.length, "expectation");
