import { ANALYTICS_LIMITS } from "@common/limits/analytics";

const PREFIX = "c_";

/** Custom events of a search or a visit: values by name. */
export type CustomEvents = Record<string, string | string[]>;

// Engines take a point for an object and a star for any field. Halves of a letter are no text.
function written(name: string): string {
  const code = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  return name.replace(/\p{Cs}/gu, "\ufffd").replace(/[.*%\p{Cc}]/gu, code);
}

/**
 * The field of a record that holds a custom event: `c_<name>`, with the few signs that fields may not hold in percent
 * notation.
 */
export function eventField(name: string): string {
  return `${PREFIX}${written(name)}`;
}

/** The name of the custom event that a field holds; null for a field of another kind. */
export function eventOfField(field: string): string | null {
  if (!field.startsWith(PREFIX)) return null;
  return field
    .slice(PREFIX.length)
    .replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Custom events as fields of a record. */
export function eventFields(events: CustomEvents | undefined): CustomEvents {
  const kept = Object.entries(events ?? {}).filter(([name]) => name.length <= ANALYTICS_LIMITS.eventName.most);
  return Object.fromEntries(kept.map(([name, value]) => [eventField(name), value]));
}

/** A record without the custom events in it. */
export function withoutEvents<Record extends object>(record: Record): Partial<Record> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !field.startsWith(PREFIX))) as Partial<Record>;
}
