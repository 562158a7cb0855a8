import { ACTION_LABELS } from "~/services/search-relevance/rules/action-labels";
import { isScreen } from "../addresses";
import type { Check } from "../check";

/**
 * Buttons of forms that read, that lead to the page where the change is confirmed, or that keep something in this
 * console alone: saved requests of the console screen.
 */
const READING =
  /^(Grid|List|Try it|Execute|Execute query|Run version \d+|Render|Compare|Continue|Validate|Check|Check .+|Find|Find (above )?document|Test rule|Analyze|Search|Preview.*|Review.*|Show .+|(Add|Remove) .+|Reveal.*|Generate.*|Export.*|Download.*|Delete selected|View.*)$/;
/** "Add action" of a rule lays a card into the draft, which this console keeps. */
const OF_RULE = new RegExp(`^/cluster/rules/[^/]+: (${Object.values(ACTION_LABELS).join("|")})$`);
/**
 * Saved requests, mails, uploads and jobs are this console's own; what a replay sends is asked for when it is sent.
 */
const OF_CONSOLE = new RegExp(
  [
    "/console: (Run request|Run all \\d+|Update list|Import|Save)$",
    "/report/mail: Send now|/replay: Replay$",
    "/import/[^/]+/(target|discard|fields): |/jobs/[^/]+/cancel: ",
  ].join("|"),
);
/** The editor of pipelines keeps what is typed as a draft of this console; what saves it is off. */
const OF_PIPELINE = /^\/cluster\/pipelines\/[^/]+: (?!Save|Create|Make|Delete|Import)/;
const REASON = "This server is read-only in this console";

/** On a server that may only be read, each control that would change it is off, and says why. */
export const gated: Check = {
  says: "has no control that changes a server that may only be read",
  in: ({ server }) => server === "read-only",
  look: (visit) => {
    // The account's own pages change nothing on the server.
    if (!isScreen(visit) || visit.status !== 200 || visit.path.startsWith("/account/")) return [];
    const main = visit.elements.find(({ localName }) => localName === "main");
    const posting = (main?.below ?? []).filter(
      ({ localName, getAttribute }) => localName === "form" && getAttribute("method")?.toLowerCase() === "post",
    );
    const buttons = posting.flatMap(({ below }) =>
      below.filter(
        (one) =>
          one.localName === "button" &&
          one.getAttribute("aria-hidden") !== "true" &&
          one.getAttribute("type") !== "button" &&
          !one.hasAttribute("formaction") &&
          one.getAttribute("aria-disabled") !== "true",
      ),
    );
    return buttons
      .map((one) => (one.getAttribute("aria-label") ?? one.spoken).trim())
      .filter(
        (said) =>
          !READING.test(said) && ![OF_RULE, OF_CONSOLE, OF_PIPELINE].some((own) => own.test(`${visit.path}: ${said}`)),
      )
      .map((said) => `"${said}" is on`);
  },
  end: (visits) => {
    const off = visits.reduce((sum, { html }) => sum + html.split(REASON).length - 1, 0);
    return off > 20 ? [] : [`the reason stands ${off} times`];
  },
};
