const known = Intl.supportedValuesOf("timeZone");

/** The time zones of this runtime, to choose from; `chosen` is among them, whatever it is spelled like. */
export function timeZones(chosen?: string): string[] {
  return [...new Set(["UTC", ...known, ...(chosen === undefined || chosen === "" ? [] : [chosen])])].sort();
}
