import { comeToLife } from "../../setup/hostile/come-to-life";
import { ELSEWHERE, TOLD } from "../../setup/hostile/payloads";
import type { Check } from "../check";

/** No text of a server or of somebody else becomes an element, an attribute or an address. */
export const markup: Check = {
  says: "shows texts as texts",
  look: ({ isPage, elements }) =>
    isPage ? comeToLife({ elements, told: TOLD, elsewhere: ELSEWHERE, own: "http://console.test" }) : [],
  end: (visits, { server, who }) => {
    if (server !== "hostile" || who !== "admin") return [];
    // Where nothing is shown nothing is proved.
    const shown = visits.filter(({ html }) => html.includes(TOLD)).length;
    return shown > visits.length / 3 ? [] : [`only ${shown} of ${visits.length} show a hostile text`];
  },
};
