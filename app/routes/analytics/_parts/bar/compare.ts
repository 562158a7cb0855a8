import { type Param, quoted } from "~/lib/address/param";

/**
 * What the figures of a page are compared with: the period before unless told otherwise, nothing (`compare=none`), or
 * two moments that are fixed, so that a link means the same later: `compare=2026-10-01T00:00:00Z/2026-10-23T06:40:00Z`.
 */
export type Compare = "" | "before" | { from: string; to: string };

const MOMENTS = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/;
const isMoment = (text: string) => Number.isFinite(Date.parse(text));

function momentsOf(text: string): Compare | undefined {
  const [, from = "", to = ""] = MOMENTS.exec(text) ?? [];
  return isMoment(from) && isMoment(to) && from < to ? { from, to } : undefined;
}

const NOTHING = "none";

/** The parameter of the comparison. */
export function compare(): Param<Compare> {
  return {
    part: "look",
    initial: "before",
    owns: (name) => name === "compare",
    read(reader) {
      const given = reader.one("compare", "Comparison")?.trim() ?? "";
      if (given === "" || given === "before") return "before";
      if (given === NOTHING) return "";
      const moments = momentsOf(given);
      if (moments !== undefined) return moments;
      reader.remark("compare", `Unknown comparison ${quoted(given)}; ignored.`);
      return "before";
    },
    write(value) {
      if (value === "before") return [];
      return [["compare", value === "" ? NOTHING : `${value.from}/${value.to}`]];
    },
  };
}
