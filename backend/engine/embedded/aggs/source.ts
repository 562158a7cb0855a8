import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { formatDate } from "../mapping/dates";
import { ipTerm, ipText } from "../mapping/ip";
import type { FieldType } from "../mapping/types";
import { dateValue } from "../query/core/fields";
import { contentError, didYouMean } from "../query/parse/errors";
import { textOf } from "../query/parse/values";
import { requireDocValues } from "../mapping/doc-values";
import type { Shard } from "../query/types";
import { doubleText } from "../values";
import type { NumberColumn, SegmentReader } from "../store/types";

/** Numbers of the documents of a segment, ascending inside a document. */
export type Numbers = {
  count(doc: number): number;
  at(doc: number, place: number): number;
  /** The value as buckets and sets tell it apart: whole numbers that a double cannot hold as bigint. */
  key(doc: number, place: number): NumberKey;
  single: boolean;
  /** The column itself, where no document has two values and nothing stands in for missing ones. */
  dense?: NonNullable<NumberColumn["dense"]>;
  /** The column where no document has two values, and what stands in for missing ones. */
  column?: NonNullable<NumberColumn["dense"]>;
  missing?: number;
};

export type NumberKey = number | bigint;

/** True where a dense column has a value of a document. */
export function hasValue({ exists }: NonNullable<Numbers["dense"]>, doc: number): boolean {
  return exists === undefined || (exists[doc >>> 3]! & (1 << (doc & 7))) !== 0;
}

const NONE: Numbers = { count: () => 0, at: () => 0, key: () => 0, single: true };

/** A whole number as a double where one holds it, so that equal ones are equal keys. */
export function numberKey(value: bigint): NumberKey {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A text as a key; NaN where it is no number. */
export function keyFrom(text: string): NumberKey {
  return /^[+-]?\d+$/.test(text) ? numberKey(BigInt(text.replace("+", ""))) : Number(text);
}

/** A key as the answer shows it, in all its digits. */
export function keyJson(key: NumberKey): number | LosslessNumber {
  if (typeof key === "number" && (Number.isSafeInteger(key) || !Number.isInteger(key))) return key;
  return new LosslessNumber(BigInt(key).toString());
}

/** Refuses settings that an aggregation does not know. */
export function checkSettings(type: string, body: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(body)) {
    if (!known.includes(key))
      throw contentError(`[${type}] unknown field [${key}]${didYouMean(key, known)}`, { holder: body, key });
    if (key === "script") throw illegalArgument("cannot execute [inline] scripts");
  }
}

export type FieldSettings = {
  type: string;
  field: string;
  missing: JsonValue | undefined;
  format: string | undefined;
  zone: string | undefined;
};

/** The settings that aggregations over a field share. */
export function fieldSettings(type: string, body: JsonObject): FieldSettings {
  const field = textOf(body["field"]);
  if (field === undefined) throw illegalArgument(`Required one of fields [field, script], but none were specified. `);
  const missing = body["missing"];
  return {
    type,
    field,
    missing: missing === null || isJsonObject(missing) ? undefined : missing,
    format: textOf(body["format"]),
    zone: textOf(body["time_zone"]),
  };
}

/** A boolean as terms count it. Throws 400 for other texts. */
function booleanNumber(text: string): number {
  if (text !== "true" && text !== "false")
    throw illegalArgument(`Cannot parse boolean [${text}], expected either [true] or [false]`);
  return text === "true" ? 1 : 0;
}

const NUMERIC = new Set(["number", "date", "boolean"]);

/** The field of one aggregation over the indices of a search: its type is that of the first index that has it. */
export class FieldSource {
  private first: FieldType | undefined;
  private types = new Map<Shard, FieldType | undefined>();

  constructor(
    readonly settings: FieldSettings,
    private readonly numericOnly: boolean,
  ) {}

  get kind(): FieldType["kind"] | undefined {
    return this.first?.kind;
  }

  get field(): FieldType | undefined {
    return this.first;
  }

  /** True where values are texts; of a field that no index has, what stands in for missing values tells. */
  get isText(): boolean {
    const { kind } = this;
    return kind === undefined
      ? typeof this.settings.missing === "string"
      : kind === "keyword" || kind === "text" || kind === "ip";
  }

  open(shard: Shard): void {
    const type = shard.index.mapping.field(this.settings.field);
    this.types.set(shard, type);
    if (!type) return;
    requireDocValues(type);
    if (this.numericOnly && !NUMERIC.has(type.kind))
      throw illegalArgument(
        `Field [${type.path}] of type [${type.type}] is not supported for aggregation [${this.settings.type}]`,
      );
    if (type.kind === "geo_point" && this.settings.type !== "value_count" && this.settings.type !== "missing")
      throw illegalArgument(
        `Field [${type.path}] of type [${type.type}] is not supported for aggregation [${this.settings.type}]`,
      );
    this.first ??= type;
  }

  typeIn(shard: Shard): FieldType | undefined {
    return this.types.get(shard);
  }

  /**
   * Numbers of a segment; dates as epoch milliseconds, booleans as 0 and 1. `missing` stands in for a document without
   * any.
   */
  numbers(shard: Shard, segment: SegmentReader): Numbers {
    const type = this.typeIn(shard);
    const reader = type ? segment.field(type.path) : undefined;
    let found = NONE;
    if (reader?.numbers) {
      const column = reader.numbers;
      const { exact } = column;
      found = {
        count: (doc) => column.count(doc),
        at: (doc, place) => column.at(doc, place),
        key: exact ? (doc, place) => numberKey(exact(doc, place)) : (doc, place) => column.at(doc, place),
        single: !column.multiValued,
        ...(column.dense ? { dense: column.dense, column: column.dense } : {}),
      };
    } else if (type?.kind === "boolean" && reader?.ordinals) {
      const column = reader.ordinals;
      const { terms } = reader;
      const at = (doc: number, place: number) => (terms.at(column.at(doc, place)).term === "true" ? 1 : 0);
      found = { count: (doc) => column.count(doc), at, key: at, single: !column.multiValued };
    }
    const missing = this.missingNumber(shard);
    if (missing === undefined) return found;
    const inner = found;
    // It is read as a double, and one beyond the type stands for the type's own end. Of numbers without a sign each
    // digit counts, which OpenSearch 2.19 cuts at 2^63.
    const digits =
      type?.type === "unsigned_long" ? /^\d{16,20}$/.exec(textOf(this.settings.missing) ?? "")?.[0] : undefined;
    const missingKey =
      digits !== undefined ? numberKey(BigInt(digits)) : type?.type === "long" ? longKey(missing) : missing;
    return {
      count: (doc) => inner.count(doc) || 1,
      at: (doc, place) => (inner.count(doc) === 0 ? missing : inner.at(doc, place)),
      key: (doc, place) => (inner.count(doc) === 0 ? missingKey : inner.key(doc, place)),
      single: inner.single,
      ...(inner.column ? { column: inner.column, missing } : {}),
    };
  }

  missingNumber(shard: Shard): number | undefined {
    const { missing } = this.settings;
    return missing === undefined ? undefined : this.numberFrom(shard, missing);
  }

  /** A value of a request as the field counts it. Throws 400 for one that is none of its type. */
  private numberFrom(shard: Shard, value: JsonValue): number {
    const type = this.typeIn(shard) ?? this.first;
    if (type?.kind === "date") return dateValue(type, value, { now: shard.context.now, roundUp: false });
    if (typeof value === "boolean") return value ? 1 : 0;
    if (this.kind === "boolean") return booleanNumber(textOf(value) ?? "");
    const number = Number(textOf(value));
    if (Number.isNaN(number))
      throw new EngineError(400, "number_format_exception", `For input string: "${textOf(value)}"`);
    return number;
  }

  /** Refuses keys that a field of numbers, dates or booleans cannot have. */
  requireKeys(shard: Shard, keys: readonly string[]): void {
    if (this.kind !== undefined && NUMERIC.has(this.kind)) for (const key of keys) this.numberFrom(shard, key);
  }

  /** A number as the answer's `…_as_string` shows it; undefined where there is no such text. */
  shown(value: NumberKey): string | undefined {
    const { format, zone } = this.settings;
    if (this.kind === "date")
      return formatDate(Math.trunc(Number(value)), { format: format ?? this.first?.format, zone });
    if (this.kind === "boolean") return value === 0 ? "false" : "true";
    if (format !== undefined) return decimalText(value, format);
    // Numbers without a sign have a format of their own in OpenSearch, so that figures over them are shown as texts
    // too.
    return this.isUnsigned && typeof value === "number" ? doubleText(value) : undefined;
  }

  /** As `shown`, where figures stand beside each other: OpenSearch leaves those of unsigned numbers numbers there. */
  shownBeside(value: number): string | number | undefined {
    return this.isUnsigned && this.settings.format === undefined ? value : this.shown(value);
  }

  get isUnsigned(): boolean {
    return this.first?.type === "unsigned_long";
  }

  /** A term of the dictionary as the answer shows it. */
  termText(term: string): string {
    return this.kind === "ip" ? ipText(term) : term;
  }

  /** The term of a text as answers show it. Throws `illegal_argument_exception` where it is no address. */
  termOf(text: string): string {
    return this.kind === "ip" ? ipTerm(text) : text;
  }
}

/** A double as the key of a whole number of 64 bits: those that stand for several take the form that columns give. */
function longKey(value: number): NumberKey {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return value >= 2 ** 63 ? 2n ** 63n - 1n : numberKey(BigInt(Math.max(value, -(2 ** 63))));
}

/** Digits after the point that `Intl` writes. */
const MOST_DIGITS = 20;

/** A number by a pattern of Java's DecimalFormat: `0.00`, `#,##0`, `$0.0`. */
export function decimalText(value: NumberKey, pattern: string): string {
  const before = /^[^#0,.]*/.exec(pattern)?.[0] ?? "";
  const parts = /^([#0,]*)(?:\.([#0]*))?([^#0,.]*)$/.exec(pattern.slice(before.length));
  if (!parts) return doubleText(Number(value));
  const [, whole = "", fraction = "", after = ""] = parts;
  const text = new Intl.NumberFormat("en-US", {
    useGrouping: whole.includes(","),
    minimumIntegerDigits: Math.min(Math.max(1, [...whole].filter((letter) => letter === "0").length), 21),
    minimumFractionDigits: Math.min([...fraction].filter((letter) => letter === "0").length, MOST_DIGITS),
    maximumFractionDigits: Math.min(fraction.length, MOST_DIGITS),
    roundingMode: "halfEven",
  }).format(after.includes("%") ? Number(value) * 100 : value);
  return `${before}${text}${after}`;
}
