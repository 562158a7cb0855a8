import type { PlainElement } from "../../setup/parsed";
import type { Check } from "../check";

const isField = ({ localName, getAttribute }: PlainElement) =>
  ["input", "select", "textarea"].includes(localName) &&
  !["hidden", "submit", "button"].includes(getAttribute("type") ?? "") &&
  getAttribute("aria-hidden") !== "true";

/** Each field is named, by a label or in its own attributes; a button and a link say something. */
export const labels: Check = {
  says: "names its fields, buttons and links",
  look: ({ elements }) => {
    const labelled = new Set(elements.flatMap((one) => (one.localName === "label" ? [one.getAttribute("for")] : [])));
    const inLabels = new Set(elements.flatMap((one) => (one.localName === "label" ? one.below : [])));
    const isNamed = (one: PlainElement) =>
      [one.getAttribute("aria-label"), one.getAttribute("aria-labelledby")].some((name) => (name ?? "").trim() !== "");
    const describe = (one: PlainElement) =>
      `<${one.localName} ${one.attributes.map(({ name, value }) => `${name}="${value}"`).join(" ")}>`.slice(0, 160);
    const fields = elements.filter(
      (one) => isField(one) && !isNamed(one) && !labelled.has(one.getAttribute("id") ?? "-") && !inLabels.has(one),
    );
    const silent = elements.filter(
      (one) =>
        (one.localName === "button" || (one.localName === "a" && one.hasAttribute("href"))) &&
        one.getAttribute("aria-hidden") !== "true" &&
        !isNamed(one) &&
        one.spoken === "",
    );
    return [
      ...fields.map((one) => `no name at ${describe(one)}`),
      ...silent.map((one) => `nothing said by ${describe(one)}`),
    ];
  },
};
