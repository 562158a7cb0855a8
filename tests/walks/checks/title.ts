import type { Check } from "../check";

/** Each page has a title of its own words. */
export const title: Check = {
  says: "has a title",
  look: ({ isPage, elements }) => {
    if (!isPage) return [];
    // Drawings have titles too.
    const found = elements.find(({ localName }) => localName === "title")?.textContent.trim() ?? "";
    return found === "" || /undefined|\[object/.test(found) ? [`its title is "${found}"`] : [];
  },
};
