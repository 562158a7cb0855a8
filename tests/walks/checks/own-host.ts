import type { PlainElement } from "../../setup/parsed";
import type { Check } from "../check";

const OWN = "http://console.test";
/** What a browser fetches by itself. */
const FETCHED = ["src", "srcset", "poster", "data", "background", "manifest", "action", "formaction"];

function addressesOf(element: PlainElement): string[] {
  const fetched = element.attributes.filter(({ name }) => FETCHED.includes(name)).map(({ value }) => value);
  const href = element.localName === "link" ? element.getAttribute("href") : null;
  return href === null ? fetched : [...fetched, href];
}

/** A page asks no other host for anything, sends no form there, and nobody is led there. */
export const ownHost: Check = {
  says: "asks and leads to no other host",
  look: ({ elements, headers }) => {
    const isOwn = (value: string) =>
      !URL.canParse(value, OWN) || ["data:", "blob:"].includes(new URL(value, OWN).protocol)
        ? true
        : new URL(value, OWN).origin === OWN;
    const location = headers.get("Location") ?? "/";
    const foreign = elements.flatMap((one) =>
      addressesOf(one)
        .filter((value) => !isOwn(value))
        .map((value) => `<${one.localName}> asks ${value.slice(0, 120)}`),
    );
    return [...foreign, ...(isOwn(location) ? [] : [`leads to ${location.slice(0, 120)}`])];
  },
};
