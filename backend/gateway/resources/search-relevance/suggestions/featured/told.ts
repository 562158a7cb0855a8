import type { Reader } from "@backend/gateway/platform/fields/readers";
import { plainText } from "@backend/gateway/resources/data/reactivesearch/response/words";
import type { Group } from "./schema";

// Marks are left out of a label before it is put into the search box, and part no name.
const textsOf = (text: string | null | undefined) => (text == null ? [] : [text, plainText(text)]);

/** Featured suggestions as a reader may have them: those that name no field which is closed to him. */
export function toldGroup({ sections }: Group, reader: Reader): Group {
  const open = sections.filter(({ id, label }) => !reader.isNamed([id, ...textsOf(label)]));
  return {
    sections: open.map((section) => ({
      ...section,
      suggestions: section.suggestions.filter((one) => !reader.isNamed(Object.values(one).flatMap(textsOf))),
    })),
  };
}
