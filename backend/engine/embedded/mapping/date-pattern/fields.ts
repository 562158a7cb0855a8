import { localToEpoch, utcTime, type DateFields } from "../time-zone";
import { DAYS, type Letter, MONTHS } from "./parts";

/** What a text said. Missing fields are undefined. */
export type ParsedFields = Partial<DateFields> & {
  dayOfYear?: number;
  week?: number;
  weekYear?: number;
  weekday?: number;
  half?: number;
  hour12?: number;
  zone?: string;
  epochMs?: number;
};

function place(list: readonly string[], value: string): number {
  return list.findIndex((name) => name.slice(0, 3).toLowerCase() === value.slice(0, 3).toLowerCase()) + 1;
}

/** Takes what a letter stood for. */
export function setField(fields: ParsedFields, { letter, width }: Letter, value: string): void {
  const number = Number(value);
  switch (letter) {
    case "y":
    case "u":
      fields.year = width === 2 ? 2000 + number : number;
      return;
    case "Y":
      fields.weekYear = number;
      return;
    case "M":
    case "L":
      fields.month = Number.isNaN(number) ? place(MONTHS, value) : number;
      return;
    case "E":
    case "e":
    case "c":
      fields.weekday = Number.isNaN(number) ? place(DAYS, value) : number;
      return;
    case "S":
    case "F":
      fields.ms = Math.floor(Number(value.padEnd(9, "0").slice(0, 9)) / 1_000_000);
      return;
    case "n":
      fields.ms = Math.floor(number / 1_000_000);
      return;
    case "a":
      fields.half = /^p/i.test(value) ? 1 : 0;
      return;
    case "K":
    case "h":
      fields.hour12 = number % 12;
      return;
    case "k":
      fields.hour = number % 24;
      return;
    case "X":
    case "x":
    case "Z":
    case "I":
    case "V":
    case "v":
    case "z":
    case "O":
      fields.zone = value;
      return;
    default:
      assignPlain(fields, letter, number);
  }
}

function assignPlain(fields: ParsedFields, letter: string, number: number): void {
  if (letter === "d") fields.day = number;
  else if (letter === "D") fields.dayOfYear = number;
  else if (letter === "H") fields.hour = number;
  else if (letter === "m") fields.minute = number;
  else if (letter === "s") fields.second = number;
  else if (letter === "w") fields.week = number;
}

/** False for a day or a time that does not exist. */
export function isPossible({
  year = 1970,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
}: ParsedFields): boolean {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false;
  return (
    day <= new Date(Date.UTC(year % 400 === 0 ? 2000 : 2000 + (((year % 400) + 400) % 400), month, 0)).getUTCDate()
  );
}

/**
 * The instant of parsed fields. With `roundUp` a missing time is the last of the day; missing month and day are 1 both
 * ways.
 */
export function toEpoch(fields: ParsedFields, { zone, roundUp }: { zone: string; roundUp: boolean }): number {
  if (fields.epochMs !== undefined) return fields.epochMs;
  const hour = fields.hour ?? (fields.hour12 === undefined ? undefined : fields.hour12 + 12 * (fields.half ?? 0));
  const time = {
    hour: hour ?? (roundUp ? 23 : 0),
    minute: fields.minute ?? (roundUp ? 59 : 0),
    second: fields.second ?? (roundUp ? 59 : 0),
    ms: fields.ms ?? (roundUp ? 999 : 0),
  };
  let local = utcTime({ year: fields.year ?? 1970, month: fields.month ?? 1, day: fields.day ?? 1, ...time });
  if (fields.dayOfYear !== undefined) local += (fields.dayOfYear - 1) * 86_400_000;
  if (fields.weekYear !== undefined) {
    const fourth = utcTime({ year: fields.weekYear, month: 1, day: 4, ...time });
    const monday = fourth - ((new Date(fourth).getUTCDay() || 7) - 1) * 86_400_000;
    local = monday + (((fields.week ?? 1) - 1) * 7 + ((fields.weekday ?? 1) - 1)) * 86_400_000;
  }
  return localToEpoch(fields.zone ?? zone, local);
}
