import { describe, expect, it } from "vitest";
import { EngineError } from "../errors";
import { formatDate, parseDate, parseDateMath } from "./dates";

// Format, text, epoch milliseconds and the key of its bucket, as OpenSearch 2.19.1 answers them.
const READ: [string, string, number, string][] = [
  ["strict_date_optional_time||epoch_millis", "2024", 1704067200000, "2024-01-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2024-02", 1706745600000, "2024-02-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2024-02-29", 1709164800000, "2024-02-29T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2024-01-01T", 1704067200000, "2024-01-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2024-01-01T10", 1704103200000, "2024-01-01T10:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2024-01-01T10:11Z", 1704103860000, "2024-01-01T10:11:00.000Z"],
  [
    "strict_date_optional_time||epoch_millis",
    "2024-01-01T10:11:12.1234+02:00",
    1704096672123,
    "2024-01-01T08:11:12.123Z",
  ],
  ["strict_date_optional_time||epoch_millis", "2024-01-01T10:11:12,5", 1704103872500, "2024-01-01T10:11:12.500Z"],
  ["strict_date_optional_time||epoch_millis", "-0001-01-01", -62198755200000, "-0001-01-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "1704067200000", 1704067200000, "2024-01-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "12345", 12345, "1970-01-01T00:00:12.345Z"],
  ["strict_date_optional_time||epoch_millis", "123", 123, "1970-01-01T00:00:00.123Z"],
  ["strict_date_optional_time||epoch_millis", "2024-01-01T10:11:12+0200", 1704096672000, "2024-01-01T08:11:12.000Z"],
  ["strict_date_optional_time||epoch_millis", "20240101", 20240101, "1970-01-01T05:37:20.101Z"],
  ["strict_date_optional_time||epoch_millis", "1.5", 1, "1970-01-01T00:00:00.001Z"],
  [
    "strict_date_optional_time||epoch_millis",
    "2024-01-01T10:11:12.123456789Z",
    1704103872123,
    "2024-01-01T10:11:12.123Z",
  ],
  ["date_optional_time", "2024-1-1", 1704067200000, "2024-01-01T00:00:00.000Z"],
  ["date_optional_time", "24-1-1", -61409836800000, "0024-01-01T00:00:00.000Z"],
  ["date_optional_time", "2024-1-1T1:2", 1704070920000, "2024-01-01T01:02:00.000Z"],
  ["epoch_second", "1704067200", 1704067200000, "1704067200"],
  ["epoch_second", "1704067200.5", 1704067200500, "1704067200.5"],
  ["epoch_millis", "-5", -5, "-5"],
  ["epoch_millis", "1704067200000.25", 1704067200000, "1704067200000"],
  ["epoch_millis", "2024", 2024, "2024"],
  ["yyyy/MM/dd HH:mm:ss", "2024/01/02 03:04:05", 1704164645000, "2024/01/02 03:04:05"],
  ["dd MMM yyyy", "02 Jan 2024", 1704153600000, "02 Jan 2024"],
  ["basic_date", "20240102", 1704153600000, "20240102"],
  ["year", "2024", 1704067200000, "2024"],
  ["yyyy-MM-dd'T'HH:mm:ssZ", "2024-01-01T10:00:00+0200", 1704096000000, "2024-01-01T08:00:00+0000"],
  ["yyyy-MM-dd HH:mm:ss.SSS", "2024-01-01 10:00:00.123", 1704103200123, "2024-01-01 10:00:00.123"],
  ["E, d MMM yyyy HH:mm:ss z", "Mon, 1 Jan 2024 10:00:00 GMT", 1704103200000, "Mon, 1 Jan 2024 10:00:00 Z"],
  ["E, d MMM yyyy HH:mm:ss z", "Mon, 1 Jan 2024 10:00:00 CET", 1704099600000, "Mon, 1 Jan 2024 09:00:00 Z"],
  ["week_date", "2024-W01-1", 1704067200000, "2024-W01-1"],
  ["ordinal_date", "2024-032", 1706745600000, "2024-032"],
  ["hh:mm a", "01:30 PM", 48600000, "01:30 PM"],
  ["strict_year_month", "2024-03", 1709251200000, "2024-03"],
  ["basic_date_time", "20240101T101112.123Z", 1704103872123, "20240101T101112.123Z"],
  ["uuuu-MM-dd", "2024-01-01", 1704067200000, "2024-01-01"],
  ["yyyy-MM-dd||MM/dd/yyyy", "01/02/2024", 1704153600000, "2024-01-02"],
  ["date_time", "2024-01-01T10:11:12.123Z", 1704103872123, "2024-01-01T10:11:12.123Z"],
  ["yyyyMMddHHmmss", "20240102030405", 1704164645000, "20240102030405"],
  ["d/M/yy", "1/2/24", 1706745600000, "1/2/24"],
  ["yyyy-MM-dd HH:mm[:ss]", "2024-01-01 10:10", 1704103800000, "2024-01-01 10:10:00"],
  ["epoch_millis||yyyy", "2024", 2024, "2024"],
  ["strict_hour_minute", "10:11", 36660000, "10:11"],
  ["strict_date_hour_minute_second", "2024-01-01T10:11:12", 1704103872000, "2024-01-01T10:11:12"],
];

// What it refuses.
const REFUSED: [string, string][] = [
  ["strict_date_optional_time||epoch_millis", "2023-02-29"],
  ["strict_date_optional_time||epoch_millis", "2024-2-1"],
  ["strict_date_optional_time||epoch_millis", "2024-01-01 10:11"],
  ["strict_date_optional_time||epoch_millis", "+2024-01-01"],
  ["strict_date_optional_time||epoch_millis", "2024-01-01T24:00:00"],
  ["strict_date_optional_time||epoch_millis", "2024-13-01"],
  ["strict_date_optional_time||epoch_millis", "99999-01-01"],
  ["epoch_second", "x"],
  ["yyyy/MM/dd HH:mm:ss", "2024/1/2 03:04:05"],
  ["dd MMM yyyy", "2 Jan 2024"],
  ["dd MMM yyyy", "02 jan 2024"],
  ["basic_date", "2024-01-02"],
  ["yyyy-MM-dd'T'HH:mm:ssZ", "2024-01-01T10:00:00+02:00"],
  ["yyyy-MM-dd'T'HH:mm:ssZ", "2024-01-01T10:00:00Z"],
  ["yyyy-MM-dd HH:mm:ss.SSS", "2024-01-01 10:00:00.12"],
  ["hh:mm a", "11:00 am"],
  ["date_time", "2024-01-01T10:11:12Z"],
];

// Expression, time zone, side of the range, and the bound before it is made inclusive.
const MATH: [string, string, "gte" | "gt" | "lte" | "lt", number][] = [
  ["2024-01-15||+1M/M", "UTC", "gte", 1706745600000],
  ["2024-01-15||+1M/M", "UTC", "gt", 1709251199999],
  ["2024-01-15||+1M/M", "UTC", "lt", 1706745600000],
  ["2024-01-31||+1M", "UTC", "gte", 1709164800000],
  ["2024-01-31||+1M", "UTC", "gt", 1709164800000],
  ["2024-01-31||+1M", "UTC", "lt", 1709164800000],
  ["2024-03-31T10:20:30||/d", "Europe/Berlin", "gte", 1711839600000],
  ["2024-03-31T10:20:30||/d", "Europe/Berlin", "gt", 1711922399999],
  ["2024-03-31T10:20:30||-1d", "Europe/Berlin", "gte", 1711790430000],
  ["2024-03-31T10:20:30||-1d", "Europe/Berlin", "gt", 1711790430000],
  ["2024-05-15||/w", "UTC", "gte", 1715558400000],
  ["2024-05-15||/w", "UTC", "gt", 1716163199999],
  ["2024-05-15||/y", "UTC", "gte", 1704067200000],
  ["2024-05-15||/y", "UTC", "gt", 1735689599999],
  ["2024-05-15||/y", "UTC", "lt", 1704067200000],
  ["2024-05-15||-1y+2h", "UTC", "gte", 1684116000000],
  ["2024-05-15||-1y+2h", "UTC", "gt", 1684116000000],
  ["2024-05-15||-1y+2h", "UTC", "lte", 1684116000000],
  ["2024-05-15||-1y+2h", "UTC", "lt", 1684116000000],
  ["2024-05", "Europe/Berlin", "gte", 1714514400000],
  ["2024-05", "Europe/Berlin", "gt", 1714600799999],
  ["2024-05-15T10", "UTC", "gte", 1715767200000],
  ["2024-05-15T10", "UTC", "gt", 1715770799999],
  ["2024-05-15", "UTC", "gte", 1715731200000],
  ["2024-05-15", "UTC", "gt", 1715817599999],
  ["2024", "UTC", "gte", 1704067200000],
  ["2024", "UTC", "gt", 1704153599999],
  ["2024", "UTC", "lte", 1704153599999],
  ["2024", "UTC", "lt", 1704067200000],
  ["2024-05-15||/h", "Asia/Kolkata", "gte", 1715711400000],
  ["2024-05-15||/h", "Asia/Kolkata", "gt", 1715714999999],
  ["2024-05-15T10:00+02:00||/d", "America/New_York", "gte", 1715745600000],
  ["2024-05-15T10:00+02:00||/d", "America/New_York", "gt", 1715831999999],
];

function reasonOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof EngineError) return error.reason;
    throw error;
  }
  throw new Error("was accepted");
}

describe("dates", () => {
  it.each(READ)("%s reads %s", (format, text, ms, key) => {
    expect(parseDate(text, { format })).toBe(ms);
    expect(formatDate(ms, { format })).toBe(key);
  });

  it.each(REFUSED)("%s refuses %s", (format, text) => {
    expect(reasonOf(() => parseDate(text, { format }))).toBe(
      `failed to parse date field [${text}] with format [${format}]`,
    );
  });

  it.each(MATH)("%s in %s as %s", (text, zone, side, ms) => {
    expect(parseDateMath(text, { zone, roundUp: side === "gt" || side === "lte" })).toBe(ms);
  });

  it.each([
    ["2024-05-15||/x", "unit [x] not supported for date math [/x]"],
    ["2024-05-15||+", "truncated date math [+]"],
    ["2024-05-15||*1d", "operator not supported for date math [*1d]"],
    ["now+1", "truncated date math [+1]"],
    [
      "zz",
      "failed to parse date field [zz] with format [strict_date_optional_time||epoch_millis]: [failed to parse date field [zz] with format [strict_date_optional_time||epoch_millis]]",
    ],
  ])("refuses %s", (text, reason) => expect(reasonOf(() => parseDateMath(text))).toBe(reason));
});
