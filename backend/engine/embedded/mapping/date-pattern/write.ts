import { fieldsAt, fixedOffset, utcTime, zoneOffset } from "../time-zone";
import { DAYS, type Letter, MONTHS, type Part } from "./parts";

function isoWeek(epochMs: number): { weekYear: number; week: number; weekday: number } {
  const date = new Date(epochMs);
  const weekday = date.getUTCDay() || 7;
  date.setUTCDate(date.getUTCDate() + 4 - weekday);
  const weekYear = date.getUTCFullYear();
  return {
    weekYear,
    weekday,
    week: Math.ceil(
      ((date.getTime() - utcTime({ year: weekYear, month: 1, day: 1, hour: 0, minute: 0, second: 0, ms: 0 })) /
        86_400_000 +
        1) /
        7,
    ),
  };
}

function offsetText(epochMs: number, zone: string, { letter, width }: Letter): string {
  const offset = zoneOffset(zone, epochMs);
  if (letter === "V" || letter === "z") return fixedOffset(zone) === 0 ? "Z" : zone;
  if (offset === 0 && (letter === "X" || letter === "I" || letter === "O" || letter === "v"))
    return letter === "X" || letter === "I" ? "Z" : "UTC";
  const minutes = Math.abs(Math.trunc(offset / 60_000));
  const hours = String(Math.floor(minutes / 60)).padStart(2, "0");
  const rest = String(minutes % 60).padStart(2, "0");
  const sign = offset < 0 ? "-" : "+";
  if ((letter === "X" || letter === "x") && width === 1) return rest === "00" ? sign + hours : sign + hours + rest;
  const colon =
    letter === "I" ||
    ((letter === "X" || letter === "x") && (width === 3 || width === 5)) ||
    (letter === "Z" && width === 5);
  return `${sign}${hours}${colon ? ":" : ""}${rest}`;
}

function fieldText({ letter, width }: Letter, epochMs: number, zone: string): string {
  const at = fieldsAt(zone, epochMs);
  const pad = (value: number) => String(value).padStart(width, "0");
  const local = epochMs + zoneOffset(zone, epochMs);
  switch (letter) {
    case "y":
    case "u":
      if (width === 2) return String(at.year % 100).padStart(2, "0");
      return at.year > 9999 && width === 4
        ? `+${at.year}`
        : at.year < 0
          ? `-${String(-at.year).padStart(width, "0")}`
          : pad(at.year);
    case "Y":
      return pad(isoWeek(local).weekYear);
    case "w":
      return pad(isoWeek(local).week);
    case "E":
    case "e":
    case "c": {
      const { weekday } = isoWeek(local);
      return letter !== "E" && width < 3 ? pad(weekday) : (DAYS[weekday - 1] ?? "").slice(0, width < 4 ? 3 : undefined);
    }
    case "M":
    case "L":
      return width > 2 ? (MONTHS[at.month - 1] ?? "").slice(0, width === 3 ? 3 : undefined) : pad(at.month);
    case "d":
      return pad(at.day);
    case "D":
      return pad(
        Math.floor(
          (local - utcTime({ year: at.year, month: 1, day: 1, hour: 0, minute: 0, second: 0, ms: 0 })) / 86_400_000,
        ) + 1,
      );
    case "H":
      return pad(at.hour);
    case "k":
      return pad(at.hour === 0 ? 24 : at.hour);
    case "h":
      return pad(at.hour % 12 === 0 ? 12 : at.hour % 12);
    case "K":
      return pad(at.hour % 12);
    case "m":
      return pad(at.minute);
    case "s":
      return pad(at.second);
    case "S":
      return String(at.ms).padStart(3, "0").padEnd(9, "0").slice(0, width);
    case "F":
      return String(at.ms).padStart(3, "0");
    case "n":
      return String(at.ms * 1_000_000);
    case "a":
      return at.hour < 12 ? "AM" : "PM";
    case "G":
      return at.year > 0 ? "AD" : "BC";
    case "Q":
    case "q":
      return pad(Math.ceil(at.month / 3));
    default:
      return offsetText(epochMs, zone, { letter, width });
  }
}

/** A moment as the parts write it. */
export function writeParts(parts: readonly Part[], epochMs: number, zone: string): string {
  return parts
    .map((part) =>
      part.kind === "text"
        ? part.text
        : part.kind === "optional"
          ? writeParts(part.parts, epochMs, zone)
          : fieldText(part, epochMs, zone),
    )
    .join("");
}
