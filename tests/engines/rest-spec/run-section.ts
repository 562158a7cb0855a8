import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { type Api, toRequest } from "./api";
import type { Section, Step } from "./load";
import { fillIn, fits, isTrue, lengthOf, type Stash, valueAt } from "./values";

/** The version that the engine under test says it is. */
const VERSION = [7, 10, 2] as const;

/** Abilities of a runner that a section may ask for; this one has these. */
const FEATURES = new Set([
  "headers",
  "warnings",
  "allowed_warnings",
  "contains",
  "stash_in_key",
  "stash_in_path",
  "arbitrary_key",
  "default_shards",
]);

const skipSchema = z.object({
  version: z.coerce.string().optional(),
  features: z.union([z.string(), z.array(z.string())]).optional(),
});
const recordSchema = z.record(z.string(), z.unknown());

/** A section that this runner or this version has to leave out; `message` says why. */
export class Skipped extends Error {}

function versionNumber(text: string, fallback: number): number {
  const trimmed = text.trim();
  if (trimmed === "") return fallback;
  const [major = 0, minor = 0, patch = 0] = trimmed.split(".").map(Number);
  return major * 1e6 + minor * 1e3 + patch;
}

function checkSkip(argument: unknown): void {
  const { version, features } = skipSchema.parse(argument);
  const own = VERSION[0] * 1e6 + VERSION[1] * 1e3 + VERSION[2];
  if (version !== undefined) {
    const ranges = version.split(",");
    const covered = ranges.some((range) => {
      if (range.trim().toLowerCase() === "all") return true;
      const [low = "", high = ""] = range.split(/\s-\s|^-\s|\s-$/);
      return own >= versionNumber(low, 0) && own <= versionNumber(high, Number.MAX_SAFE_INTEGER);
    });
    if (covered) throw new Skipped(`not for 7.10.2 (${version})`);
  }
  const missing = [features ?? []].flat().filter((feature) => !FEATURES.has(feature));
  if (missing.length > 0) throw new Skipped(`needs a runner with ${missing.join(", ")}`);
}

const CATCHES: Record<string, (status: number) => boolean> = {
  bad_request: (status) => status === 400,
  unauthorized: (status) => status === 401,
  forbidden: (status) => status === 403,
  missing: (status) => status === 404,
  request_timeout: (status) => status === 408,
  conflict: (status) => status === 409,
  unavailable: (status) => status === 503,
  request: (status) => status >= 400 && ![400, 401, 403, 404, 408, 409].includes(status),
};

type Run = { engine: Engine; apis: Map<string, Api>; stash: Stash; body: unknown };

function parseBody(contentType: string, body: string): unknown {
  if (!contentType.includes("json") || body === "") return body;
  return JSON.parse(body);
}

function refusedByClient(run: Run, name: string, given: Record<string, unknown>): void {
  try {
    toRequest(run.apis, name, given);
  } catch {
    return;
  }
  throw new Error(`${name} has all the parts it needs`);
}

async function runDo(run: Run, argument: unknown): Promise<void> {
  const {
    catch: expected,
    headers: _headers,
    warnings: _warnings,
    allowed_warnings: _allowed,
    node_selector: _node,
    ...call
  } = recordSchema.parse(argument);
  const [name, given] = Object.entries(call)[0] ?? [];
  if (name === undefined) throw new Error("a do without a call");
  const filled = recordSchema.parse(fillIn(given ?? {}, run.stash));
  // Refused by a client before anything is sent: here where no path of the API fits.
  if (expected === "param") return refusedByClient(run, name, filled);
  const request = toRequest(run.apis, name, filled);
  const answer = await run.engine(request);
  const ignored = [recordSchema.parse(given ?? {})["ignore"] ?? []].flat().map(Number);
  run.body = request.method === "HEAD" ? answer.status < 300 : parseBody(answer.contentType, answer.body);
  run.stash.set("body", run.body);
  const label = `${request.method} ${request.path} → ${answer.status} ${answer.body.slice(0, 400)}`;
  if (expected === undefined) {
    const quiet = request.method === "HEAD" || ignored.includes(answer.status);
    if (answer.status >= 300 && !quiet) throw new Error(label);
    return;
  }
  const kind = String(expected);
  const held = kind.startsWith("/")
    ? answer.status >= 400 && new RegExp(kind.slice(1, -1)).test(answer.body.replaceAll('\\"', '"'))
    : (CATCHES[kind]?.(answer.status) ?? false);
  if (!held) throw new Error(`expected ${kind}: ${label}`);
}

const COMPARISONS: Record<string, (actual: number, expected: number) => boolean> = {
  gt: (actual, expected) => actual > expected,
  gte: (actual, expected) => actual >= expected,
  lt: (actual, expected) => actual < expected,
  lte: (actual, expected) => actual <= expected,
};

/** Document types are gone since Elasticsearch 8; the rest of a section that looks at one holds without it. */
const isTypeName = (path: string) => /(^|\.)_type$/.test(path);

function check(run: Run, { kind, argument }: Step): void {
  if (kind === "is_true" && isTypeName(String(argument))) return;
  if (kind === "is_true" || kind === "is_false") {
    const value = valueAt(run.body, String(argument), run.stash);
    if (isTrue(value) !== (kind === "is_true"))
      throw new Error(`${kind} ${String(argument)}: ${JSON.stringify(value)}`);
    return;
  }
  for (const [path, expectedRaw] of Object.entries(recordSchema.parse(argument))) {
    if (isTypeName(path) && expectedRaw === "_doc") continue;
    const actual = valueAt(run.body, path, run.stash);
    const expected = fillIn(expectedRaw, run.stash);
    const compare = COMPARISONS[kind];
    const held =
      kind === "match"
        ? fits(actual, expected)
        : kind === "length"
          ? lengthOf(actual) === Number(expected)
          : kind === "contains"
            ? containsItem(actual, expected)
            : compare
              ? compare(Number(actual), Number(expected))
              : undefined;
    if (held === undefined) throw new Skipped(`needs a runner with ${kind}`);
    if (!held)
      throw new Error(
        `${kind} ${path}: ${JSON.stringify(actual)?.slice(0, 400)} instead of ${JSON.stringify(expected)}`,
      );
  }
}

function containsItem(actual: unknown, expected: unknown): boolean {
  if (!Array.isArray(actual)) return false;
  const wanted = recordSchema.safeParse(expected);
  if (!wanted.success) return actual.some((item) => fits(item, expected));
  return actual.some((item) =>
    Object.entries(wanted.data).every(([key, value]) => fits(valueAt(item, key, new Map()), value)),
  );
}

async function runSteps(run: Run, steps: Step[]): Promise<void> {
  for (const step of steps) {
    if (step.kind === "skip") checkSkip(step.argument);
    else if (step.kind === "do") await runDo(run, step.argument);
    else if (step.kind === "set") {
      for (const [path, name] of Object.entries(recordSchema.parse(step.argument)))
        run.stash.set(String(name), valueAt(run.body, path, run.stash));
    } else check(run, step);
  }
}

/**
 * Runs one section on an engine without indices. Throws at the first line that does not hold; `Skipped` where it is to
 * be left out.
 */
export async function runSection({
  engine,
  apis,
  section,
}: {
  engine: Engine;
  apis: Map<string, Api>;
  section: Section;
}): Promise<void> {
  const run: Run = { engine, apis, stash: new Map(), body: undefined };
  for (const step of [...section.setup, ...section.steps]) if (step.kind === "skip") checkSkip(step.argument);
  try {
    await runSteps(run, section.setup);
    await runSteps(run, section.steps);
  } finally {
    await runSteps(run, section.teardown).catch(() => undefined);
  }
}
