/** How many records there are or may be, and bytes of them. */
export type Amount = { records: number; bytes: number };

/** What is beyond a limit goes with so much of the limit more, at most: it need not be looked for again at once. */
const SPARE = 1 / 4;
/** As much more goes where a part is cut open. */
const SPARE_OF_CUT = SPARE / 2;

/** What goes of a part, in records: all of it, or its oldest, at least and at most so many. */
export type Leaving = { isWhole: boolean; least: number; most: number };

/**
 * What goes of one part of what is kept, where all parts together are `over` the limits by so much (below 0: they are
 * not). No more goes than a limit asks for and a quarter of this limit, however large the part is; `aged` of its
 * records go in any case.
 */
export function leaving({
  part,
  over,
  limits,
  aged = 0,
}: {
  part: Amount;
  over: Amount;
  limits: Amount;
  aged?: number;
}): Leaving {
  const each = part.records === 0 ? 0 : part.bytes / part.records;
  const asked = (spare: number) => {
    const ofRecords = over.records > 0 ? over.records + limits.records * spare : 0;
    const ofBytes = over.bytes > 0 && each > 0 ? (over.bytes + limits.bytes * spare) / each : 0;
    return Math.max(aged, ofRecords, ofBytes);
  };
  const least = Math.min(part.records, Math.ceil(asked(0)));
  if (least === 0) return { isWhole: false, least: 0, most: 0 };
  const isWhole = asked(SPARE) >= part.records;
  return {
    isWhole,
    least,
    most: isWhole ? part.records : Math.min(part.records, Math.max(least, Math.floor(asked(SPARE_OF_CUT)))),
  };
}

/** What all parts are over the limits by; below 0 where they are not. */
export function overOf(parts: readonly Amount[], limits: Amount): Amount {
  return {
    records: parts.reduce((sum, { records }) => sum + records, 0) - limits.records,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) - limits.bytes,
  };
}

/** What is over the limits yet when so many records of a part have gone. */
export function overAfter(over: Amount, { part, gone }: { part: Amount; gone: number }): Amount {
  return {
    records: over.records - gone,
    bytes: over.bytes - (part.records === 0 ? 0 : (part.bytes / part.records) * gone),
  };
}
