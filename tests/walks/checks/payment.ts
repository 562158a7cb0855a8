import { isScreen } from "../addresses";
import type { Check } from "../check";

/** Of the account alone; a form that does without its list; a form's address that has no page. */
const QUIET = /^\/account\/|^\/cluster\/import$|^\/cluster\/(templates|rules)\/new$|\/search-preview\/save$/;
const TOLD = /Payment is required|not part of the plan of this server[\s\S]*Odd things are not available/;
/** Calls of the frame, which stands on each page. */
const FRAME = /^GET \/(_user|arc\/(plan|health)|_cluster\/health.*|_aliasedindices.*)?$/;

/** Where the server wants to be paid each page says so and shows the way; none says that something went wrong. */
export const payment: Check = {
  says: "says that payment is wanted, and shows the way",
  in: ({ server }) => server === "unpaid",
  look: (visit) => {
    const { status, text, html, path, calls } = visit;
    if (!isScreen(visit) || status === 302 || QUIET.test(path)) return [];
    const isTold = TOLD.test(text);
    const asked = calls.some((call) => !FRAME.test(call));
    return [
      ...(/Something went wrong/.test(text) ? ["says that something went wrong"] : []),
      ...(status >= 500 ? ["fails"] : []),
      ...(!isTold && (status === 402 || asked) && status !== 404 ? [`says no word of it after ${calls.join()}`] : []),
      ...(isTold && !html.includes('/billing"') ? ["shows no way to billing"] : []),
    ];
  },
};
