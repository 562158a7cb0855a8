import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../../setup/console";
import { cookieOf } from "../../setup/open-screen";
import { renderedConsole } from "../../setup/rendered";

// `?header=false` hides the header, and with it the account, for the rest of the session; who does so can still sign
// out.

let backend: TestBackend;
let page: Awaited<ReturnType<typeof renderedConsole>>;
beforeAll(async () => {
  page = await renderedConsole();
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const SIGN_OUT = /<form method="post" action="\/logout"[^>]*><button[^>]*>Sign out<\/button><\/form>/;
const context = testContext();

async function opened(path: string, cookie: string) {
  const answer = await page(
    consoleRequest(path, { cookie }),
    testContext({ SEARCH_URL: backend.url, DATA_DIR: context.config.dataDir }),
  );
  const html = await answer.text();
  expect([path, answer.status]).toEqual([path, 200]);
  const [, sidebar = "", main = ""] = /<nav aria-label="Sections"([\s\S]*?)<\/nav>([\s\S]*)/.exec(html) ?? [];
  return {
    answer,
    inSidebar: SIGN_OUT.test(sidebar),
    inHeader: SIGN_OUT.test(main.split("<main")[0]?.split("<header")[1] ?? ""),
  };
}

it.each(["header=false", "showProfile=false", "header=false&showProfile=false"])(
  "%s leaves the sign-out in the sidebar, on the pages after it too",
  async (off) => {
    const cookie = await cookieOf({ backend, env: { DATA_DIR: context.config.dataDir } });
    expect(await opened("/cluster", cookie)).toMatchObject({ inSidebar: false, inHeader: true });
    const { answer, ...first } = await opened(`/cluster?${off}`, cookie);
    expect(first).toEqual({ inSidebar: true, inHeader: false });
    const later = `${cookie}; ${cookiesOf(answer.headers)}`;
    for (const path of ["/cluster", "/indices", "/account/preferences"])
      expect(await opened(path, later)).toMatchObject({ inSidebar: true, inHeader: false });
  },
);
