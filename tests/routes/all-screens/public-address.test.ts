import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { originFor, publicOrigin } from "~/lib/address/public-address.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, playServer, searchServer, testContext } from "../../setup/console";
import { startLiar } from "../../setup/oidc/lying-provider";
import { openScreen } from "../../setup/open-screen";
import { isTest, sourceFiles } from "../../unit/source-files";
import { browserOf, leadsTo, usersFile } from "../account/oidc/support";

// Every absolute address of the console begins with PUBLIC_URL where it is set, whatever a request says of the host
// that it asked.

const ORIGIN = "https://decks.example.com";
const env = { PUBLIC_URL: `${ORIGIN}/` };
/** As a browser is at it: `console.test` is the Host of the requests below. */
const HERE = "http://console.test";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films/_doc/1?refresh=true", { title: "A" });
});
afterAll(() => backend.close());

describe.each([
  { set: "set", env, origin: ORIGIN },
  { set: "not set", env: {}, origin: HERE },
])("with PUBLIC_URL $set", ({ env, origin }) => {
  it("links to sign in, of a server and of a user, begin with it", async () => {
    for (const path of ["user-management", "user-management/admin"]) {
      const { data } = await openScreen<() => Promise<{ login: string }>>(path, { backend, env });
      expect([path, (data as { login?: string } | undefined)?.login]).toEqual([
        path,
        expect.stringMatching(`^${origin}/login\\?`),
      ]);
    }
  });

  it("the address of a shared link begins with it", async () => {
    const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const form = { label: "For the team", until, dates: "moving", intent: "create-link" };
    const made = await openScreen("shared-links/new?page=popular-searches", { backend, env, at: "films", form });
    const { data } = await openScreen(made.response?.headers.get("Location") ?? "", { backend, env });
    expect((data as { address?: string } | undefined)?.address).toMatch(new RegExp(`^${origin}/shared/[\\w-]+$`));
  });

  it("the way back from a provider of sign-ins, and from its sign-out, begins with it", async () => {
    const [liar, server] = await Promise.all([startLiar(), playServer(searchServer())]);
    const file = usersFile();
    file.write([{ claim: "alice@example.org", username: "mira", password: "right" }]);
    const oidc = {
      OIDC_ISSUER: liar.issuer,
      OIDC_CLIENT_ID: "console",
      OIDC_CLIENT_SECRET: `secret of ${origin}`,
      OIDC_USERS: file.path,
    };
    try {
      liar.lie({ metadata: { end_session_endpoint: `${liar.issuer}/end` } });
      const own = browserOf(testContext({ SEARCH_URL: server.url, ...oidc, ...env }));
      const begun = await leadsTo(await own.begin());
      expect(new URL(begun).searchParams.get("redirect_uri")).toBe(`${origin}/login/oidc/callback`);
      await own.comeBack(await liar.answer(begun, {}));
      expect((await own.session())?.username).toBe("mira");
      await own.signOut();
      expect(new URL(await leadsTo(await own.end())).searchParams.get("post_logout_redirect_uri")).toBe(
        `${origin}/login`,
      );
    } finally {
      await Promise.all([liar.close(), server.close()]);
    }
  });
});

it("what is read elsewhere than in the page that asks has no address without it", () => {
  const request = consoleRequest("/");
  expect([publicOrigin(testContext(env).config), publicOrigin(testContext().config)]).toEqual([ORIGIN, null]);
  expect([
    originFor({ request, config: testContext(env).config }),
    originFor({ request, config: testContext().config }),
  ]).toEqual([ORIGIN, HERE]);
});

it("nothing else makes an absolute address of what a request says of its host", () => {
  const MAKES =
    /new URL\((?:request\.)?url\)\.(?:origin|href)|`https?:\/\/\$\{[^}]*(?:host|Host)|headers\.get\("(?:x-forwarded-)?host"\)/;
  const found = sourceFiles().filter(({ path, text }) => path.startsWith("app/") && !isTest(path) && MAKES.test(text));
  expect(found.map(({ path }) => path).filter((path) => !path.includes("public-address"))).toEqual([]);
});
