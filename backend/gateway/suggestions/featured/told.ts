import type { Reader } from "../../fields/readers";
import type { Group } from "./schema";

/** Featured suggestions as a reader may have them: those that name no field which is closed to him. */
export function toldGroup({ sections }: Group, reader: Reader): Group {
  const open = sections.filter(({ id, label }) => !reader.isNamed([id, label ?? null]));
  return {
    sections: open.map((section) => ({
      ...section,
      suggestions: section.suggestions.filter((one) => !reader.isNamed(Object.values(one).map((part) => part ?? null))),
    })),
  };
}
