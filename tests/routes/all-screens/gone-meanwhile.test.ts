import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import type { loader as editPage } from "~/routes/data/browse/edit";
import { openStore } from "~/services/platform/store/database.server";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, type Form, testContext } from "../../setup/console";
import { cookieOf, openScreen } from "../../setup/open-screen";
import { renderedConsole } from "../../setup/rendered";

// A form that fails while what it is about goes: its page has no form any more, and tells of the failure all the same.

let backend: TestBackend;
let gate: Gate;
let page: Awaited<ReturnType<typeof renderedConsole>>;
const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });

beforeAll(async () => {
  page = await renderedConsole();
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", "/films/_doc/1?refresh=true", { title: "Metropolis" });
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const context = testContext({ SEARCH_URL: "http://127.0.0.1:9" });
const env = () => ({ DATA_DIR: context.config.dataDir });

/** Sends a form; gives what the page that answers it is about. */
async function sent(path: string, form: Form) {
  const cookie = await cookieOf({ backend: behind(), env: env() });
  const answer = await page(
    consoleRequest(path, { cookie, form, headers: { Host: "console.test" } }),
    testContext({ SEARCH_URL: gate.url, ...env() }),
  );
  const [main = ""] = /<main[\s\S]*<\/main>/.exec(await answer.text()) ?? [];
  return { status: answer.status, main };
}

it("a draft that was removed while its save failed", async () => {
  const options = { backend: behind(), env: env(), at: "films" };
  const { data } = await openScreen<typeof editPage>("browse/1/edit", options);
  const { version } = z.object({ editor: z.object({ version: z.string() }) }).parse(data).editor;
  const taken = await openScreen("browse/1/edit", {
    ...options,
    form: { intent: "review-changes", text: '{"title":"M"}', version },
  });
  gate.decide((path) => {
    if (!path.startsWith("/films/_doc/1?")) return "pass";
    openStore(context.config.dataDir).exec("DELETE FROM drafts");
    return { status: 403 };
  });
  const { status, main } = await sent(taken.response?.headers.get("Location") ?? "", {
    intent: "save-changes",
    version,
  });
  expect(status).toBe(403);
  expect(main).toMatch(/role="alert"(?:(?!<h2).)*The document was not saved\. [A-Z]/);
  expect(main).toContain("These changes are no longer kept");
  expect(main).not.toContain("Your changes are kept");
});

it("a request that was to be confirmed", async () => {
  gate.decide(() => "pass");
  const { status, main } = await sent("/cluster/console/confirm?work=none", { intent: "run-confirmed" });
  expect(status).toBe(400);
  expect(main).toMatch(/role="alert"(?:(?!<h2).)*Nothing was sent: this request is no longer kept\./);
});
