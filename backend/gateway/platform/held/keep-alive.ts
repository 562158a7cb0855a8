import { HELD_LIMITS } from "@common/limits/held";
import { refusedByEngine } from "../http/errors";

const UNITS: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * How long a caller wants a scroll to rest between two pages, in ms; undefined for none, and for what no engine takes
 * for a time. Engines take units in capitals and spaces at the ends too. Throws 400, in Elasticsearch's words, where it
 * is too long.
 */
export function readKeepAlive(text: string | undefined): number | undefined {
  const [, count = "", unit = ""] =
    /^(\d{1,15}(?:\.\d{1,9})?)(nanos|micros|ms|s|m|h|d)$/.exec((text ?? "").trim().toLowerCase()) ?? [];
  const time = Number(count) * (UNITS[unit] ?? 0);
  if (time <= 0) return undefined;
  if (time > HELD_LIMITS.scrollKeepAlive.most) {
    const reason = `Keep alive for request (${text}) is too large. It must be less than (1h).`;
    throw refusedByEngine({ type: "illegal_argument_exception", reason });
  }
  return time;
}
