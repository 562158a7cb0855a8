import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import type { CustomEvents } from "./event-fields";

/** Bytes of a value as JSON. */
export function bytesOfJson(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

const grouped = new Intl.NumberFormat("en-US");

/**
 * What is wrong with custom events that are too many or too large, as the end of a sentence about them; null where
 * nothing is.
 */
export function excessOfEvents(events: Readonly<Record<string, unknown>> | null | undefined): string | null {
  if (events === null || events === undefined) return null;
  const { events: most, eventsBytes } = ANALYTICS_LIMITS;
  if (Object.keys(events).length > most.most) return `may hold at most ${most.most} events`;
  return bytesOfJson(events) > eventsBytes.most
    ? `may be at most ${grouped.format(eventsBytes.most)} bytes long`
    : null;
}

/** Whether a name of a visitor is longer than may be kept. */
export function isLongUserId(userId: string | null | undefined): boolean {
  return (userId ?? "").length > ANALYTICS_LIMITS.userId.most;
}

/** The sentence for a name of a visitor that is too long. */
export function longUserId(member: string): string {
  return `${member} may be at most ${ANALYTICS_LIMITS.userId.most} characters long`;
}

/** What is kept of the text of a search: its beginning, in whole letters. */
export function keptTerm<Term extends string | undefined>(term: Term): Term | string {
  const { most } = ANALYTICS_LIMITS.term;
  if (term === undefined || term.length <= most) return term;
  const last = term.charCodeAt(most - 1);
  return term.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/**
 * What is kept of a search beside its answer, which is not refused for what analytics do not hold: texts are cut, and
 * what is too large is left out.
 */
export function withinBounds<
  Event extends {
    term?: string | undefined;
    filters?: { key: string; value: string }[];
    events?: CustomEvents | undefined;
    state?: string | undefined;
  },
>(event: Event): Event {
  const { filters, filterText, searchState } = ANALYTICS_LIMITS;
  const isShort = ({ key, value }: { key: string; value: string }) =>
    key.length <= filterText.most && value.length <= filterText.most;
  return {
    ...event,
    ...(event.term === undefined ? {} : { term: keptTerm(event.term) }),
    ...(event.filters === undefined ? {} : { filters: event.filters.filter(isShort).slice(0, filters.most) }),
    ...(excessOfEvents(event.events) === null ? {} : { events: undefined }),
    ...(event.state !== undefined && Buffer.byteLength(event.state) > searchState.most ? { state: undefined } : {}),
  };
}

/**
 * A record with no more custom events than it may have: those that it had, then the new ones as far as there is room.
 */
export function addEvents(record: Record<string, unknown>, fields: CustomEvents): void {
  let room = ANALYTICS_LIMITS.eventsOfSearch.most - Object.keys(record).filter((name) => name.startsWith("c_")).length;
  for (const [name, value] of Object.entries(fields)) {
    const isNew = !Object.hasOwn(record, name);
    if (isNew && room <= 0) continue;
    if (isNew) room -= 1;
    record[name] = value;
  }
}

/** Indices with further ones, each once, no more than are kept. */
export function addIndices(known: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])].slice(0, Math.max(known.length, ANALYTICS_LIMITS.indices.most));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A report whose lists together are no longer than an answer may be: a list, an object with lists in it, or a list of
 * such objects.
 */
export function fitted(report: unknown, most: number = ANALYTICS_LIMITS.answer.most): unknown {
  if (Array.isArray(report)) {
    const isOfParts =
      report.length > 0 && report.every((part) => isObject(part) && Object.values(part).every(Array.isArray));
    return isOfParts ? report.map((part) => fitted(part, most / report.length)) : rowsThatFit<unknown>(report, most);
  }
  if (!isObject(report)) return report;
  const lists = Object.values(report).filter(Array.isArray).length;
  return Object.fromEntries(
    Object.entries(report).map(([name, value]) => [
      name,
      Array.isArray(value) ? rowsThatFit<unknown>(value, most / lists) : value,
    ]),
  );
}

/** The first rows of a list that an answer holds, by the bytes of them as JSON. At least one. */
export function rowsThatFit<Row>(rows: readonly Row[], most: number = ANALYTICS_LIMITS.answer.most): Row[] {
  let bytes = 0;
  const past = rows.findIndex((row) => (bytes += bytesOfJson(row) + 1) > most);
  return past < 0 ? [...rows] : rows.slice(0, Math.max(1, past));
}
