import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

const MASK = "•••";
/** Shorter values stand in too many texts by chance. */
const LEAST = 4;

/** Puts a mask in the place of secrets, wherever they stand in a text: the value itself, and as it stands in JSON. */
export function maskOf(secrets: Iterable<string>): (text: string) => string {
  const all = [...new Set([...secrets].filter((one) => one.length >= LEAST))]
    .flatMap((one) => [
      one,
      JSON.stringify(one).slice(1, -1),
      Buffer.from(one).toString("base64"),
      encodeURIComponent(one),
    ])
    .sort((a, b) => b.length - a.length);
  return (text) => all.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** The same in every text of a value, names of members included. */
export function maskedValue<Value extends JsonValue>(value: Value, mask: (text: string) => string): JsonValue {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((one: JsonValue) => maskedValue(one, mask));
  if (value !== null && isJsonObject(value)) return maskedObject(value, mask);
  return value;
}

export function maskedObject(value: JsonObject, mask: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), maskedValue(one ?? null, mask)]));
}
