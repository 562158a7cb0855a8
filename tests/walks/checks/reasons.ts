import type { Check } from "../check";

/** A control that is off says why: what it is described by has words. */
export const reasons: Check = {
  says: "says why a control is off",
  look: ({ elements }) => {
    const byId = new Map(elements.map((one) => [one.getAttribute("id"), one]));
    return elements
      .filter(
        (one) =>
          one.getAttribute("aria-disabled") === "true" || (one.localName === "button" && one.hasAttribute("disabled")),
      )
      .filter((one) => {
        const ids = (one.getAttribute("aria-describedby") ?? "").split(/\s+/);
        return !ids.some((id) => (byId.get(id)?.spoken ?? "") !== "");
      })
      .map((one) => `"${one.spoken.slice(0, 60)}" is off without a reason`);
  },
};
