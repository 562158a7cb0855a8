import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createSession } from "~/sessions.server";
import { mountedPaths, sampleIndex } from "../../e2e/support/screens";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { renderedConsole } from "../../setup/rendered";

// A server in the field hands a call that it does not have to its engine, as one of a typed document, and gives the
// engine's refusal back: a 400 without a word. Ours behind a gate that answers so to all that the open build of such a
// server lacks.

const LACKS =
  /^\/(arc\/(plan|subscription|metrics)|sls|app|reactivesearch)\b|\/_(second_factor|try|rotate|analytics|insights|searchrelevancy|synonyms?|rules?|stored_?quer\w*|pipelines?|functions?|search_?grader\w*|grade|cache|uibuilder|sync\w*|\w+_suggestions)\b|\/_logs\/(callers|percentiles|routes|errors|retention|latency|distribution)/;
const BARE = {
  status: 400,
  body: JSON.stringify({ error: { code: 400, message: "elastic: Error 400 (Bad Request)", status: "Bad Request" } }),
};

let open: Awaited<ReturnType<typeof renderedConsole>>;
let backend: TestBackend;
let gate: Gate;
let credential = "";
/** Paths that were refused. */
let refused: string[] = [];

beforeAll(async () => {
  open = await renderedConsole();
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  gate.decide((path) => {
    const [bare = ""] = path.split("?");
    if (!LACKS.test(bare)) return "pass";
    refused.push(bare);
    return BARE;
  });
  await backend.call("PUT", `/${sampleIndex}/_doc/1?refresh=true`, { title: "Emma" });
  const made = await backend.call("POST", "/_permission", { description: "shop", indices: [sampleIndex] });
  credential = z.object({ username: z.string() }).parse(made.body).username;
}, 60_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });

async function pageOf(path: string): Promise<{ status: number; text: string }> {
  const context = testContext({ SEARCH_URL: gate.url });
  const cookie = cookiesOf(
    new Headers({ "Set-Cookie": createSession({ request: consoleRequest("/"), context, ...behind() }) }),
  );
  const answer = await open(consoleRequest(path, { cookie }), context);
  const html = await answer.text();
  return {
    status: answer.status,
    text: html
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " "),
  };
}

type Case = { what: string; path: () => string; says: RegExp; /** A call that was refused for it. */ of: RegExp };

const cases: Case[] = [
  {
    what: "the overview of an index",
    path: () => "/app/sweep-films",
    says: /This server has no such report/,
    of: /_analytics/,
  },
  {
    what: "the overview of all",
    path: () => "/cluster",
    says: /This server has no such report|keeps no request log|reports no requests/,
    of: /_analytics|_logs/,
  },
  {
    what: "analytics of an index",
    path: () => "/app/sweep-films/analytics",
    says: /This server has no such report/,
    of: /sweep-films/,
  },
  {
    what: "popular searches of an index",
    path: () => "/app/sweep-films/popular-searches",
    says: /This server has no such report/,
    of: /popular/,
  },
  {
    what: "insights",
    path: () => "/cluster/analytics/insights",
    says: /This server does not offer insights/,
    of: /insights/,
  },
  {
    what: "the second factor",
    path: () => "/account/second-factor",
    says: /This server has no second factor/,
    of: /_second_factor/,
  },
  {
    what: "grade evaluation",
    path: () => "/cluster/grade-evaluation?index=sweep-films",
    says: /This server has no grades/,
    of: /grade/,
  },
  {
    what: "Try it",
    path: () => `/cluster/credentials/${credential}?path=/sweep-films`,
    says: /This server does not try calls/,
    of: /_try/,
  },
  {
    what: "Rotate",
    path: () => `/cluster/credentials/${credential}/rotate`,
    says: /This server does not change passwords/,
    of: /_try/,
  },
  {
    what: "copying of settings",
    path: () => "/app/sweep-films/search/copy-from?with=other",
    says: /This server has no/,
    of: /_searchrelevancy/,
  },
];

describe("a server that answers a bare 400 to what it does not have", () => {
  it.each(cases)("$what: says so, on its page", async ({ path, says, of }) => {
    refused = [];
    const { status, text } = await pageOf(path());
    expect(refused.join("\n")).toMatch(of);
    expect(text).toMatch(says);
    expect(text).not.toMatch(/elastic: Error|Something went wrong/);
    expect(status).toBe(200);
  });

  it("no page fails for it: where a page is about nothing else, it says so", async () => {
    const wrong: string[] = [];
    const left = mountedPaths().filter(({ kind }) => kind === "page" || kind === "chooser");
    expect(left.length).toBeGreaterThan(100);
    const look = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { status, text } = await pageOf(next.path);
        if (/elastic: Error|Invalid index name|Something went wrong/.test(text))
          wrong.push(`${next.path}: words of an engine, or none`);
        // Samples that are not there have their own.
        if (![200, 302, 404].includes(status) && !text.includes("This server does not offer this."))
          wrong.push(`${next.path}: ${status}`);
      }
    };
    await Promise.all([look(), look(), look(), look()]);
    expect(wrong).toEqual([]);
  }, 240_000);

  it("the settings file: there is none, which is told on its page", async () => {
    const { response, flash } = await openScreen("/resources/sweep-films/search/file?format=yaml", {
      backend: behind(),
    });
    expect(response?.headers.get("Location")).toBe("/app/sweep-films/search/file");
    expect(flash).toBe(
      `There is no file: ${["settings", "synonyms", "rules", "suggestions"].map((part) => `The server has no ${part} for sweep-films.`).join(" ")}`,
    );
  });
});
