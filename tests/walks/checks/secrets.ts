import { sampleUser } from "../../e2e/support/screens";
import { sampleEnv } from "../../setup/seeds/run";
import type { Check } from "../check";

/** No password, and no value of a global variable, stands in a page, a header or the address of a link. */
export const secrets: Check = {
  says: "tells no secret",
  look: ({ html, headers, elements }, { stage: { backend } }) => {
    const said = `${[...headers].filter(([name]) => name !== "set-cookie").join("\n")}\n${html}`;
    const known = [backend.password, backend.token, sampleUser.password, sampleEnv.value, "a secret for tests"];
    const found = known.filter((secret) => said.includes(secret)).map((secret) => `says ${secret}`);
    const links = elements.flatMap(({ localName, getAttribute }) =>
      localName === "a" ? [getAttribute("href") ?? ""] : [],
    );
    const addressed = links.filter((href) => /[?&](password|pwd|token|secret|authorization)=[^&]/i.test(href));
    return [...found, ...addressed.map((href) => `links to ${href.slice(0, 120)}`)];
  },
};
