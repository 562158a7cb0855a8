import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSession } from "~/sessions.server";
import { mountedPaths } from "../e2e/support/screens";
import { type Gate, openGate, startTestBackend, type TestBackend, type Verdict } from "../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../setup/console";
import { renderedConsole } from "../setup/rendered";

// Every page while the server wants to be paid: for all of it, or for one feature that our own table would allow. Forms: lying-backend.test.ts.

let open: Awaited<ReturnType<typeof renderedConsole>>;
let backend: TestBackend;
let gate: Gate;

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  open = await renderedConsole();
}, 60_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const error = (code: number, message: string): Verdict => ({ status: code, body: JSON.stringify({ error: { code, status: "no", message } }) });
const plan = (more: object): Verdict => ({
  status: 200,
  body: JSON.stringify({ tier: "2021-starter", billing_type: "arc", tier_validity: 1_767_225_600, time_validity: -864_000, ...more }),
});
/** What a server answers that is not paid for (contract 10, 1.5). */
const exempt = /^\/arc\/(plan|subscription|health|_health)\b/;
const identity = /^\/(_user|arc\/plan)?$/;

type Case = {
  what: string;
  decide: (path: string) => Verdict;
  says: RegExp;
  /** The user himself is refused, so that the frame knows no screens. */ whole: boolean;
};
const cases: Case[] = [
  {
    what: "the whole server is overdue",
    decide: (path) => (path === "/arc/plan" ? plan({}) : exempt.test(path) ? "pass" : error(402, "Payment required")),
    says: /Payment is required/,
    whole: true,
  },
  {
    what: "the server is unknown to its account service",
    decide: () => error(400, "No arc instance found with the APPBASE_ID"),
    says: /Payment is required/,
    whole: true,
  },
  {
    what: "its calls are refused",
    decide: (path) => (identity.test(path) ? "pass" : error(402, "Payment required")),
    says: /Payment is required/,
    whole: false,
  },
  {
    what: "a feature is not in its plan",
    decide: (path) => (identity.test(path) ? "pass" : error(402, "Odd things are not available for the free plan users, please upgrade to a higher plan.")),
    says: /not part of the plan of this server[\s\S]*Odd things are not available/,
    whole: false,
  },
];

/** Of the account alone; a form that does without its list; a form's address that has no page. */
const quiet = /^\/account\/|^\/cluster\/(templates|rules)\/new$|\/search-preview\/save$/;
const paths = mountedPaths().filter(({ kind, path }) => (kind === "page" || kind === "chooser") && !quiet.test(path));

describe.each(cases)("where $what", ({ decide, says, whole }) => {
  it("every page says so and shows the way to billing; none says that something went wrong", async () => {
    const base = testContext({ SEARCH_URL: gate.url });
    const cookie = cookiesOf(
      new Headers({
        "Set-Cookie": createSession({ request: consoleRequest("/"), context: base, url: gate.url, username: backend.username, password: backend.password }),
      }),
    );
    const refused = new Set<string>();
    gate.decide((path, _bulk, { headers }) => {
      const verdict = decide(path.split("?")[0] ?? "");
      const frame = /^\/(_cluster\/health|_aliasedindices)/.test(path);
      if (verdict !== "pass" && !frame) refused.add(String(headers["x-request-id"]));
      return verdict;
    });
    const wrong: string[] = [];
    const left = paths.map(({ path }, at) => ({ path, requestId: `unpaid-${at}` }));
    const look = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { path, requestId } = next;
        const answer = await open(consoleRequest(path, { cookie }), { ...base, requestId });
        if (answer.status === 302) continue;
        const html = await answer.text();
        if (/Something went wrong/.test(html)) wrong.push(`${path}: something went wrong`);
        if (answer.status >= 500) wrong.push(`${path}: ${answer.status}`);
        const told = says.test(html.replace(/<script[\s\S]*?<\/script>/g, ""));
        if (!told && (whole || answer.status === 402 || refused.has(requestId)) && answer.status !== 404)
          wrong.push(`${path}: ${answer.status} without a word`);
        if (told && !html.includes('/billing"')) wrong.push(`${path}: no way to billing`);
      }
    };
    // A few at a time: a panel that is late says only that.
    await Promise.all([look(), look(), look(), look()]);
    expect(wrong).toEqual([]);
  });
});
