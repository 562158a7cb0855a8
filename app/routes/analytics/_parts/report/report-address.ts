import { address, type Param } from "~/lib/address";
import { isTimeZone } from "~/lib/values/dates";
import { daysOfWeek } from "~/lib/analytics/iso-week";

/** Null: the last week that is over, on the reader's clock. */
type Week = { week: string | null; zone: string | null };

/** `week=2026-W47&zone=Europe/Oslo`: the same days for whoever opens it, whenever. */
const week: Param<Week> = {
  part: "filter",
  initial: { week: null, zone: null },
  owns: (name) => name === "week" || name === "zone",
  read(reader) {
    const given = reader.one("week", "Week") ?? "";
    const zone = reader.one("zone", "Time zone")?.trim() ?? "";
    const known = zone !== "" && zone.length <= 64 && isTimeZone(zone);
    if (zone !== "" && !known) reader.remark("zone", "This time zone is unknown. Using your own.");
    const fits = daysOfWeek(given) !== undefined;
    if (given !== "" && !fits) reader.remark("week", "This is not a week like 2026-W47. Using the last one.");
    return { week: fits ? given : null, zone: known ? zone : null };
  },
  write: ({ week: one, zone }) => [
    ...(one === null ? [] : [["week", one] as const]),
    ...(zone === null ? [] : [["zone", zone] as const]),
  ],
};

export const reportAddress = address({ week });
