import type { PlainElement } from "../../setup/parsed";
import { routeAt } from "../routed";
import type { Check } from "../check";

/** Each form leads to an address of ours that takes it, and can be sent without scripts. */
export const forms: Check = {
  says: "has forms that lead to something and can be sent",
  look: ({ elements, path }, { console }) =>
    elements
      .filter(({ localName }) => localName === "form")
      .flatMap((form) => {
        const action = form.getAttribute("action") ?? path;
        const method = (form.getAttribute("method") ?? "get").toLowerCase();
        const to = routeAt(new URL(action, `http://console.test${path}`).pathname);
        const module = to === undefined ? undefined : console.build.routes[to.id]?.module;
        const takes = method === "post" ? module?.action !== undefined : module !== undefined;
        const outside = form.hasAttribute("id") ? elements : [];
        const sent = [...form.below, ...outside.filter((one) => one.getAttribute("form") === form.getAttribute("id"))];
        return [
          ...(takes ? [] : [`its ${method} form leads to ${action}, which takes none`]),
          ...(sent.some(submits) ? [] : [`its form for ${action} cannot be sent without scripts`]),
        ];
      }),
};

// A control that is off stands in the place of the button, and says why.
const submits = (one: PlainElement) =>
  one.getAttribute("aria-disabled") === "true" ||
  (one.localName === "button" && (one.getAttribute("type") ?? "submit") === "submit") ||
  (one.localName === "input" && one.getAttribute("type") === "submit");
