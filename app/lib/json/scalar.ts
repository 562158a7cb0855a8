import { type JsonValue, stringifyJson } from "@common/text/json";

/** A value as text: a text as it is, anything else as JSON, digits kept. */
export const scalarText = (value: JsonValue): string => (typeof value === "string" ? value : stringifyJson(value));
