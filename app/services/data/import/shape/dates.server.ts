import { dateFormats, type DateFormat } from "../types";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const time = "(?:[ T](\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?)?";

const ISO =
  /^[+-]?\d{4}-(\d{2})(?:-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?$/;

type Parts = {
  year: string;
  month: number;
  day: number;
  hour?: string;
  minute?: string;
  second?: string;
  fraction?: string;
};
type Rule = { pattern: RegExp; read: (found: string[]) => Parts };

const clock = (found: string[], from: number) => ({
  hour: found[from],
  minute: found[from + 1],
  second: found[from + 2],
  fraction: found[from + 3],
});
const monthNumber = (name: string | undefined) => months.indexOf((name ?? "").slice(0, 3).toLowerCase()) + 1;

const rules: Record<Exclude<DateFormat, "iso">, Rule> = {
  "yyyy-MM-dd HH:mm:ss": {
    pattern: new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2}) (\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?$`),
    read: (found) => ({ year: found[1] ?? "", month: Number(found[2]), day: Number(found[3]), ...clock(found, 4) }),
  },
  "yyyy/MM/dd": {
    pattern: new RegExp(`^(\\d{4})/(\\d{1,2})/(\\d{1,2})${time}$`),
    read: (found) => ({ year: found[1] ?? "", month: Number(found[2]), day: Number(found[3]), ...clock(found, 4) }),
  },
  "dd.MM.yyyy": {
    pattern: new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${time}$`),
    read: (found) => ({ year: found[3] ?? "", month: Number(found[2]), day: Number(found[1]), ...clock(found, 4) }),
  },
  "dd/MM/yyyy": {
    pattern: new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{4})${time}$`),
    read: (found) => ({ year: found[3] ?? "", month: Number(found[2]), day: Number(found[1]), ...clock(found, 4) }),
  },
  "MM/dd/yyyy": {
    pattern: new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{4})${time}$`),
    read: (found) => ({ year: found[3] ?? "", month: Number(found[1]), day: Number(found[2]), ...clock(found, 4) }),
  },
  "MMM d yyyy": {
    pattern: /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/,
    read: (found) => ({ year: found[3] ?? "", month: monthNumber(found[1]), day: Number(found[2]) }),
  },
  "d MMM yyyy": {
    pattern: /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4})$/,
    read: (found) => ({ year: found[3] ?? "", month: monthNumber(found[2]), day: Number(found[1]) }),
  },
};

const two = (value: number | string) => String(value).padStart(2, "0");

function isDay({ year, month, day }: { year: number; month: number; day: number }): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isClock(hour = "0", minute = "0", second = "0"): boolean {
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61;
}

/** The ISO form of a date written in `format`; null when the text is not one. ISO texts come back unchanged. */
export function toIsoDate({ text, format }: { text: string; format: DateFormat }): string | null {
  if (format === "iso") {
    const found = ISO.exec(text);
    if (!found) return null;
    const fits =
      isDay({ year: Number(text.slice(0, 4)), month: Number(found[1]), day: Number(found[2] ?? "1") }) &&
      isClock(found[3], found[4], found[5]);
    return fits ? text : null;
  }
  const rule = rules[format];
  const found = rule.pattern.exec(text);
  if (!found) return null;
  const { year, month, day, hour, minute, second, fraction } = rule.read([...found]);
  if (!isDay({ year: Number(year), month, day }) || !isClock(hour, minute, second)) return null;
  const date = `${year}-${two(month)}-${two(day)}`;
  if (hour === undefined) return date;
  return `${date}T${two(hour)}:${two(minute ?? 0)}:${two(second ?? 0)}${fraction ? `.${fraction}` : ""}`;
}

/**
 * The formats in which every one of these texts is a date, best first. Day and month cannot be told apart when no day
 * is beyond the 12th: then both are returned, day first.
 */
export function dateFormatsOf(texts: string[]): DateFormat[] {
  return dateFormats.filter((format) => texts.every((text) => toIsoDate({ text, format }) !== null));
}

const samples: Record<DateFormat, string> = {
  iso: "2024-03-31 or 2024-03-31T18:30:00Z",
  "yyyy-MM-dd HH:mm:ss": "2024-03-31 18:30:00",
  "yyyy/MM/dd": "2024/03/31",
  "dd.MM.yyyy": "31.03.2024",
  "dd/MM/yyyy": "31/03/2024",
  "MM/dd/yyyy": "03/31/2024",
  "MMM d yyyy": "Mar 31 2024",
  "d MMM yyyy": "31 Mar 2024",
};

/** A date as it looks in `format`, for labels and messages. */
export function dateSample(format: DateFormat): string {
  return samples[format];
}
