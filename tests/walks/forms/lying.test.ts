import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FormsConsole, formsOf, openFormsConsole, withState } from "../../setup/forms/console";
import { isChange } from "../../setup/forms/walk";
import type { PageForm } from "../../setup/page-forms";
import { isInTurn, tryAll } from "../../setup/turn";
import { lesser, type Lie, lies, waits } from "./lies";
import { problemOf } from "./problem";

// Every form of every screen, as a browser without scripts posts it, against a search server that fails, is silent or
// talks nonsense. The forms are found on the pages, so a screen that comes is here by itself.

let held: FormsConsole;
let forms: PageForm[] = [];

beforeAll(async () => {
  held = await openFormsConsole();
  forms = await formsOf(held);
}, 480_000);
afterAll(async () => held.close());

/**
 * Of how many forms one meets a lie, others with each commit: one that screens have words of their own for, one that
 * all forms tell alike, and one that is told to every call and not to changes alone.
 */
const OF = tryAll ? { always: 1, alike: 1, everything: 1 } : { always: 3, alike: 8, everything: 10 };

/**
 * The forms that meet a lie: others at each one, so that each form meets some of all kinds, and each lie forms of all
 * folders.
 */
function formsFor({ lie, to }: { lie: Lie; to: "changes" | "everything" }): PageForm[] {
  const of = to === "everything" ? OF.everything : lie.always === true ? OF.always : OF.alike;
  const turn = [...lies, ...lesser].indexOf(lie);
  const isMet = (at: number) => (tryAll ? (at + turn) % of === 0 : isInTurn(at + turn + Math.floor(at / of), of));
  return forms.filter((_, at) => isMet(at));
}

/** Posts forms while the server lies, to changes or to each call. Returns what was wrong with the answers. */
async function postAll({ lie, to }: { lie: Lie; to: "changes" | "everything" }) {
  const lied = new Set<string>();
  held.gate.decide(async (path, _bulk, { method = "", headers }) => {
    if (to === "changes" && !isChange(method, path)) return "pass";
    if (isChange(method, path)) lied.add(String(headers["x-request-id"]));
    if (lie.what !== "silence") return lie.verdict;
    // Deleting by query may take ten minutes, and the console waits for it.
    if (!path.includes("_by_query")) await new Promise((resolve) => setTimeout(resolve, waits[to] + 200));
    return "break";
  });
  // A server that answers 401 to everything ends the session, and with it its drafts.
  held.signIn();
  const now = await held.makeState();
  const current = (text: string) => withState(text, { found: held.found, now });
  const { config: usual } = held.base;
  const config = lie.what === "silence" ? { ...usual, backendTimeoutMs: waits[to] } : usual;
  // What is about a draft goes first: the others keep drafts of their own, and the oldest of sixty go.
  const asked = formsFor({ lie, to });
  const needsDraft = (form: PageForm) => form.action.includes("draft=");
  const wrongOf = (some: readonly PageForm[]) =>
    Promise.all(
      some.map(async (form) => {
        const entries = form.entries.map(([name, value]): [string, string] => [name, current(value)]);
        const here = { ...held.context(), config };
        // One import cannot be begun and given up at once.
        const used = entries.some(([, value]) => value === "discard-import")
          ? current(form.action).replace(now.draft, now.dropped)
          : current(form.action);
        const answer = await held.post({ ...form, action: used, entries }, here);
        const problem = await problemOf({
          answer,
          form: { ...form, entries },
          lie,
          to,
          lied: lied.has(here.requestId),
        });
        return problem === undefined
          ? []
          : [`${form.action} (${entries.find(([name]) => name === "intent")?.[1] ?? ""}): ${problem}`];
      }),
    );
  const wrong = [
    ...(await wrongOf(asked.filter(needsDraft))),
    ...(await wrongOf(asked.filter((form) => !needsDraft(form)))),
  ];
  held.gate.decide(() => "pass");
  return { wrong: wrong.flat(), lied: lied.size };
}

describe("a browser without scripts", () => {
  it("has a form for each thing that can be done", () => {
    const intents = forms.flatMap(({ entries }) =>
      entries.filter(([name]) => name === "intent").map(([, value]) => value),
    );
    expect(new Set(intents).size).toBeGreaterThanOrEqual(18);
    expect(forms.length).toBeGreaterThanOrEqual(22);
  });

  it.each([...lies, ...lesser])(
    "is told why a change was not made when the server answers it with $what",
    async (lie) => {
      const { wrong, lied } = await postAll({ lie, to: "changes" });
      expect(wrong).toEqual([]);
      expect(lied).toBeGreaterThanOrEqual(lie.always === true ? 20 / OF.always : 1);
    },
  );

  it.each(lies)("gets the page and keeps what was typed when the server answers everything with $what", async (lie) => {
    const { wrong } = await postAll({ lie, to: "everything" });
    expect(wrong).toEqual([]);
  });
});
