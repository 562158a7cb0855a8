import type { Check } from "../check";

const POINTING = ["for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "form", "list"];

/** What points to an element of the page finds it there, once. */
export const references: Check = {
  says: "has each id once, and what others point to",
  look: ({ elements }) => {
    const ids = new Map<string, number>();
    for (const one of elements) {
      const id = one.getAttribute("id");
      if (id !== null) ids.set(id, (ids.get(id) ?? 0) + 1);
    }
    const twice = [...ids].filter(([, times]) => times > 1).map(([id]) => `the id ${id} is there twice`);
    const lost = elements.flatMap((one) =>
      one.attributes
        .filter(({ name }) => POINTING.includes(name))
        .flatMap(({ name, value }) =>
          value
            .split(/\s+/)
            .filter((id) => id !== "" && !ids.has(id))
            .map((id) => [name, id]),
        )
        .map(([name, id]) => `${name} of <${one.localName}> points to ${id}, which is not there`),
    );
    return [...twice, ...lost];
  },
};
