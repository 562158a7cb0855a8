import { illegalArgument } from "../errors";
import { compilePattern, type DatePattern, type GroupReader } from "./date-pattern";

const TIME = "HH:mm:ss";
const BASIC_TIME = "HHmmss";
const OPTIONAL = "[-MM[-dd['T'[HH[:mm[:ss[.F][,F]]][I]]]]]";

// Named formats in Java's letters, with F for a fraction and I for an offset (see date-pattern.ts). Loose ones have no
// `strict_` form of their own.
const NAMED: Readonly<Record<string, string>> = {
  date_optional_time: `yyyy${OPTIONAL}`,
  date_time: `yyyy-MM-dd'T'${TIME}.FI`,
  date_time_no_millis: `yyyy-MM-dd'T'${TIME}I`,
  date: "yyyy-MM-dd",
  year_month_day: "yyyy-MM-dd",
  year_month: "yyyy-MM",
  year: "yyyy",
  date_hour: "yyyy-MM-dd'T'HH",
  date_hour_minute: "yyyy-MM-dd'T'HH:mm",
  date_hour_minute_second: `yyyy-MM-dd'T'${TIME}`,
  date_hour_minute_second_fraction: `yyyy-MM-dd'T'${TIME}.F`,
  date_hour_minute_second_millis: `yyyy-MM-dd'T'${TIME}.F`,
  hour: "HH",
  hour_minute: "HH:mm",
  hour_minute_second: TIME,
  hour_minute_second_fraction: `${TIME}.F`,
  hour_minute_second_millis: `${TIME}.F`,
  time: `${TIME}.FI`,
  time_no_millis: `${TIME}I`,
  t_time: `'T'${TIME}.FI`,
  t_time_no_millis: `'T'${TIME}I`,
  ordinal_date: "yyyy-DDD",
  ordinal_date_time: `yyyy-DDD'T'${TIME}.FI`,
  ordinal_date_time_no_millis: `yyyy-DDD'T'${TIME}I`,
  week_date: "YYYY-'W'ww-e",
  week_date_time: `YYYY-'W'ww-e'T'${TIME}.FI`,
  week_date_time_no_millis: `YYYY-'W'ww-e'T'${TIME}I`,
  weekyear: "YYYY",
  weekyear_week: "YYYY-'W'ww",
  weekyear_week_day: "YYYY-'W'ww-e",
  basic_date: "yyyyMMdd",
  basic_date_time: `yyyyMMdd'T'${BASIC_TIME}.FI`,
  basic_date_time_no_millis: `yyyyMMdd'T'${BASIC_TIME}I`,
  basic_ordinal_date: "yyyyDDD",
  basic_ordinal_date_time: `yyyyDDD'T'${BASIC_TIME}.FI`,
  basic_ordinal_date_time_no_millis: `yyyyDDD'T'${BASIC_TIME}I`,
  basic_time: `${BASIC_TIME}.FI`,
  basic_time_no_millis: `${BASIC_TIME}I`,
  basic_t_time: `'T'${BASIC_TIME}.FI`,
  basic_t_time_no_millis: `'T'${BASIC_TIME}I`,
  basic_week_date: "YYYY'W'wwe",
  basic_week_date_time: `YYYY'W'wwe'T'${BASIC_TIME}.FI`,
  basic_week_date_time_no_millis: `YYYY'W'wwe'T'${BASIC_TIME}I`,
};

const PRINTED = `yyyy-MM-dd'T'${TIME}.SSSI`;

function epochFormat(unit: number): DatePattern {
  return {
    parse(text) {
      if (!/^-?\d{1,19}(?:\.\d{1,9})?$/.test(text)) return undefined;
      return { epochMs: Math.floor(Number(text) * unit) };
    },
    format: (epochMs) => (unit === 1 || epochMs % unit === 0 ? String(epochMs / unit) : String(epochMs / unit)),
  };
}

// Loose formats take one digit where strict ones want two.
const loosen = (pattern: string) => pattern.replace(/yyyy|MM|dd|HH|mm|ss|ww/g, (letters) => letters.charAt(0));

/** The patterns of names are our own: the quicker way to read by them is as safe. */
const byRegExp: GroupReader = (source) => {
  // eslint-disable-next-line no-restricted-syntax -- made of the patterns above
  const expression = new RegExp(source);
  return (text) => expression.exec(text) ?? undefined;
};
const ownPattern = (pattern: string) => compilePattern(pattern, byRegExp);

function namedFormat(name: string): DatePattern | undefined {
  if (name === "epoch_millis") return epochFormat(1);
  if (name === "epoch_second") return epochFormat(1000);
  const strict = name.startsWith("strict_");
  const base = strict ? name.slice(7) : name;
  if (
    base === "date_optional_time" ||
    base === "date_optional_time_nanos" ||
    name === "iso8601" ||
    name === "rfc3339_lenient"
  ) {
    const pattern = `yyyy${OPTIONAL}`;
    const reader = ownPattern(strict || name === "iso8601" ? pattern : loosen(pattern));
    return { parse: reader.parse, format: ownPattern(PRINTED).format };
  }
  const pattern = NAMED[base];
  if (pattern === undefined) return undefined;
  // The loose form of this one ends early where it likes.
  if (name === "date") return { parse: ownPattern(loosen("yyyy[-MM[-dd]]")).parse, format: ownPattern(pattern).format };
  const writer = ownPattern(pattern);
  // basic formats have no separators, so their widths stay.
  return strict || base.startsWith("basic_")
    ? writer
    : { parse: ownPattern(loosen(pattern)).parse, format: writer.format };
}

const compiled = new Map<string, readonly DatePattern[]>();
const MOST_COMPILED = 500;
/** UTF-16 units of a `format`. */
const LONGEST_FORMAT = 2_000;

/**
 * The patterns of a `format` (`a||b`), in order of trial. Throws 400 `illegal_argument_exception` for one that is none.
 */
export function dateFormats(format: string): readonly DatePattern[] {
  const known = compiled.get(format);
  if (known) return known;
  if (format.length > LONGEST_FORMAT)
    throw illegalArgument(
      `The length of the date format [${format.length}] exceeds the allowed maximum of [${LONGEST_FORMAT}]`,
    );
  const patterns = format.split("||").map((each) => {
    if (each === "") throw illegalArgument("No date pattern provided");
    try {
      return namedFormat(each) ?? compilePattern(each);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw illegalArgument(`Invalid format: [${each}]: ${reason}`, { causedBy: illegalArgument(reason) });
    }
  });
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  compiled.set(format, patterns);
  return patterns;
}

/** True where the peer tries several parsers for a format, and says so when all fail. */
export function hasSeveralParsers(format: string): boolean {
  const name = format.replace(/^strict_/, "");
  return (
    format.includes("||") ||
    name.startsWith("epoch_") ||
    name === "date_optional_time" ||
    format === "iso8601" ||
    (NAMED[name]?.endsWith("I") ?? false)
  );
}

/** What `date` fields read when their mapping names no format. */
export const DEFAULT_DATE_FORMAT = "strict_date_optional_time||epoch_millis";
