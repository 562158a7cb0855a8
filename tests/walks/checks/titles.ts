import { decodeSegment } from "~/lib/address/ids";
import type { Check } from "../check";

const DOCUMENT = /^\/app\/[^/?#]+\/browse\/([^/?#]+)\/?(?:[?#]|$)/;
/** Where documents are listed as they are stored, an ID is a column of its own. */
const AS_STORED = /\/(browse|import|jobs|documents)(\/|\?|$)/;

/**
 * Documents are called by what they are titled: a link to one has more to say than its ID. All documents of a stage have
 * titles, and whoever is shown a link may read them.
 */
export const titles: Check = {
  says: "calls documents by their titles",
  in: ({ server }) => server === "sound",
  look: ({ isPage, path, elements }) =>
    !isPage || AS_STORED.test(path)
      ? []
      : elements.flatMap(({ localName, getAttribute, textContent }) => {
          const [, segment] = localName === "a" ? (DOCUMENT.exec(getAttribute("href") ?? "") ?? []) : [];
          if (segment === undefined) return [];
          const id = decodeSegment(segment);
          return textContent.trim() === id ? [`calls the document ${id} by its ID alone`] : [];
        }),
};
