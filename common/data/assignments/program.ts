import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import type { Assignment, FieldPath } from "./grammar";

// Assignments on their way to an engine: one program, always the same, with the list as its parameter. No text of a
// caller is ever a script. Engines that run scripts compile it once; the embedded one knows it by its text and carries
// the list out by itself.

/**
 * Painless. Documents in which an object on the way is none end the call, as an assignment to a field of nothing does
 * there.
 */
export const PROGRAM = `for (def step : params.steps) {
  def at = ctx._source;
  def path = step.path;
  for (int i = 0; i < path.size() - 1; i++) {
    at = at.get(path.get(i));
    if (!(at instanceof Map)) throw new IllegalArgumentException('[' + path.get(i) + '] is no object in this document');
  }
  def key = path.get(path.size() - 1);
  if (step.op == 'remove') { at.remove(key); }
  else if (step.op == 'set') { at.put(key, step.value); }
  else {
    def from = ctx._source;
    def source = step.from;
    for (int i = 0; i < source.size() - 1; i++) {
      from = from.get(source.get(i));
      if (!(from instanceof Map)) throw new IllegalArgumentException('[' + source.get(i) + '] is no object in this document');
    }
    at.put(key, from.get(source.get(source.size() - 1)));
  }
}`;

/** The script of a call to an engine that carries assignments out. */
export function programOf(steps: readonly Assignment[]): JsonObject {
  return { lang: "painless", source: PROGRAM, params: { steps: steps.map(stepJson) } };
}

function stepJson(step: Assignment): JsonObject {
  const { op } = step;
  const path = [...step.path];
  if (op === "set") return { op, path, value: step.value };
  return op === "copy" ? { op, path, from: [...step.from] } : { op, path };
}

const PathSchema = z.tuple([z.string()], z.string());
const StepSchema = z.discriminatedUnion("op", [
  z.object({ op: z.literal("set"), path: PathSchema, value: z.custom<JsonValue>((value) => value !== undefined) }),
  z.object({ op: z.literal("copy"), path: PathSchema, from: PathSchema }),
  z.object({ op: z.literal("remove"), path: PathSchema }),
]);
const ProgramSchema = z.strictObject({
  lang: z.literal("painless"),
  source: z.literal(PROGRAM),
  params: z.strictObject({ steps: z.array(StepSchema) }),
});

/** The assignments of a script that `programOf` made; null for any other script. */
export function stepsOf(script: JsonValue): Assignment[] | null {
  const parsed = ProgramSchema.safeParse(script);
  return parsed.success ? parsed.data.params.steps : null;
}

/** A document in which an object on the way to a field is none. */
export class NoObjectError extends Error {}

function holderOf(source: JsonObject, path: FieldPath): { holder: JsonObject; key: string } {
  let holder = source;
  let key: string = path[0];
  for (const next of path.slice(1)) {
    const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
    if (!isJsonObject(inner)) throw new NoObjectError(`[${key}] is no object in this document`);
    [holder, key] = [inner, next];
  }
  return { holder, key };
}

/** Changes a document as the program does. Throws NoObjectError; the document may be changed in part then. */
export function applySteps(source: JsonObject, steps: readonly Assignment[]): void {
  for (const step of steps) {
    const { holder, key } = holderOf(source, step.path);
    if (step.op === "remove") delete holder[key];
    else put(holder, key, step.op === "set" ? step.value : read(source, step.from));
  }
}

function read(source: JsonObject, from: FieldPath): JsonValue {
  const { holder, key } = holderOf(source, from);
  return Object.hasOwn(holder, key) ? (holder[key] ?? null) : null;
}

// A field may be called `__proto__`.
function put(holder: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
