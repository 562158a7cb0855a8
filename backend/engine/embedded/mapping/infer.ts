import { LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import { dateFormats, parseDate } from "./dates";
import { templateMapping } from "./dynamic-templates";
import type { RootOptions } from "./nodes";

// Elasticsearch's `yyyy/MM/dd HH:mm:ss Z||yyyy/MM/dd Z` in the form that OpenSearch writes into the mapping.
const DETECTED = ["strict_date_optional_time", "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis"];

function isDate(text: string, format: string): boolean {
  return dateFormats(format).some(
    (pattern) => pattern.parse(text) !== undefined && Number.isFinite(parseDate(text, { format })),
  );
}

// A bare year is no date to the peer: only texts with a separator are tried.
const MAY_BE_DATE = /\d[-:/]/;

function detectDate(text: string, options: RootOptions): JsonObject | undefined {
  if (options.dateDetection === false || !/\d/.test(text)) return undefined;
  const own = options.dynamicDateFormats;
  if (!own && !MAY_BE_DATE.test(text)) return undefined;
  const format = (own ?? DETECTED).find((each) => isDate(text, each));
  if (format === undefined) return undefined;
  return format === "strict_date_optional_time" ? { type: "date" } : { type: "date", format };
}

type Inferred = { matchedType: string; definition: JsonObject };

function inferText(text: string, options: RootOptions): Inferred {
  const date = detectDate(text, options);
  if (date) return { matchedType: "date", definition: date };
  if (options.numericDetection === true && /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text))
    return { matchedType: "long", definition: { type: "long" } };
  if (options.numericDetection === true && text.trim() !== "" && Number.isFinite(Number(text)))
    return { matchedType: "double", definition: { type: "float" } };
  return {
    matchedType: "string",
    definition: { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } },
  };
}

function infer(value: JsonValue, options: RootOptions): Inferred {
  if (typeof value === "boolean") return { matchedType: "boolean", definition: { type: "boolean" } };
  if (typeof value === "string") return inferText(value, options);
  const whole = value instanceof LosslessNumber ? /^-?\d+$/.test(value.toString()) : Number.isInteger(value);
  return whole
    ? { matchedType: "long", definition: { type: "long" } }
    : { matchedType: "double", definition: { type: "float" } };
}

/**
 * The definition of a field that a document brings: by the first fitting dynamic template, else by the kind of its
 * value.
 */
export function inferField({
  name,
  path,
  value,
  options,
}: {
  name: string;
  path: string;
  value: JsonValue;
  options: RootOptions;
}): JsonObject {
  const { matchedType, definition } = infer(value, options);
  const dynamicType = matchedType === "string" ? "text" : matchedType === "double" ? "float" : matchedType;
  const template = templateMapping(options.templates, { name, path, matchedType, dynamicType });
  if (!template) return definition;
  // A date that a list of formats recognised keeps that list where the template names none.
  return matchedType === "date" &&
    template["type"] === "date" &&
    template["format"] === undefined &&
    definition["format"] !== undefined
    ? { ...template, format: definition["format"] }
    : template;
}

/** The same for an object; `{ type: "object" }` when no template fits. */
export function inferObject({ name, path, options }: { name: string; path: string; options: RootOptions }): JsonObject {
  return (
    templateMapping(options.templates, { name, path, matchedType: "object", dynamicType: "object" }) ?? {
      type: "object",
    }
  );
}
