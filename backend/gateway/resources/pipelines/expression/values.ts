import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber, stringifyJson } from "@common/text/json";
import { BOUNDS } from "./bounds";
import { walk } from "./work";

/** Characters that inputs may come to with all values in their places. */
const MOST_CHARACTERS = 2 * 1024 ** 2;
/** Names and numbers with dots, and places of lists in brackets; texts with spaces or quotes in braces are left. */
const PATH = /^[\p{L}\p{N}_$@-]+(?:\.[\p{L}\p{N}_$@-]+|\[\d{1,9}\])*$/u;

type Spend = (characters: number) => void;
type Part = { text: string } | { path: string };

const tooDeep = () => new Error(`inputs of a stage go at most ${BOUNDS.valueDepth} deep`);

function createSpend(): Spend {
  let left = MOST_CHARACTERS;
  return (characters) => {
    left -= characters + 1;
    if (left < 0) throw new Error("the inputs of a stage come to more than 2 MB");
  };
}

/** A text cut where `{{path}}` stands in it. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let copied = 0;
  for (let open = text.indexOf("{{"); open !== -1;) {
    const close = text.indexOf("}}", open + 2);
    if (close === -1) break;
    const start = text.lastIndexOf("{{", close - 2);
    const path = text.slice(start + 2, close).trim();
    const isPath = PATH.test(path);
    if (isPath) {
      parts.push({ text: text.slice(copied, start) }, { path });
      copied = close + 2;
    }
    open = text.indexOf("{{", isPath ? copied : start + 2);
  }
  return [...parts, { text: text.slice(copied) }].filter((part) => "path" in part || part.text !== "");
}

// What a value holds itself, and nothing that it inherits.
function memberOf(of: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(of)) return /^\d+$/.test(name) ? of[Number(name)] : undefined;
  return of !== undefined && isJsonObject(of) && Object.hasOwn(of, name) ? of[name] : undefined;
}

function at(root: JsonValue | undefined, names: readonly string[]): JsonValue | undefined {
  return names.reduce<JsonValue | undefined>(memberOf, root);
}

function found(path: string, context: JsonObject): JsonValue {
  const names = path.replace(/\[(\d+)\]/g, ".$1").split(".");
  const [first, ...rest] = names;
  const own = first === "context" && rest.length > 0 ? rest : names;
  return at(context, names) ?? at(context, own) ?? at(context["envs"], names) ?? at(context["envs"], own) ?? null;
}

function textOf(value: JsonValue): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  return value instanceof LosslessNumber ? value.value : stringifyJson(value);
}

function filled(text: string, context: JsonObject, spend: Spend): JsonValue {
  const parts = partsOf(text);
  const measured = (value: JsonValue) => {
    walk(value, { visit: spend, tooDeep });
    return value;
  };
  const [only] = parts;
  if (parts.length === 1 && only && "path" in only) return measured(found(only.path, context));
  spend(text.length);
  return parts.map((part) => ("path" in part ? textOf(measured(found(part.path, context))) : part.text)).join("");
}

/**
 * The inputs of a stage with values of the context where `{{path}}` stands in their texts. A path is looked for in the
 * context, with or without `context.` before it, and then in its `envs`; parts that are numbers are places of lists. A
 * text that is one such path and nothing more becomes the value as it is; within other text a value is written as JSON,
 * a text as it stands, and what is nil or missing is empty. What was put in is not looked through again. Braces around
 * anything but a path stay. Throws an Error for inputs beyond 2 MB.
 */
export function resolveInputs(inputs: JsonObject, context: JsonObject): JsonObject {
  const spend = createSpend();
  const resolved = (value: JsonValue, depth: number): JsonValue => {
    if (depth > BOUNDS.valueDepth) throw tooDeep();
    if (typeof value === "string") return filled(value, context, spend);
    spend(0);
    if (Array.isArray(value)) return value.map((item) => resolved(item, depth + 1));
    return isJsonObject(value) ? within(value, depth) : value;
  };
  const within = (object: JsonObject, depth: number): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([name, inner]) => {
        spend(name.length);
        return [name, resolved(inner, depth + 1)];
      }),
    );
  return within(inputs, 0);
}
