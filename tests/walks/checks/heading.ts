import type { Check } from "../check";

/** Each page has one heading of the first level, whatever failed on it. */
export const heading: Check = {
  says: "has one first-level heading",
  look: ({ isPage, elements }) => {
    const found = elements.filter(({ localName }) => localName === "h1");
    return !isPage || (found.length === 1 && found[0]?.textContent.trim() !== "")
      ? []
      : [`${found.length} h1: ${found.map(({ textContent }) => textContent.trim().slice(0, 60)).join(" | ")}`];
  },
};
