import { afterAll, beforeAll, expect, it } from "vitest";
import { endOf } from "~/routes/access-control/users/_parts/ended.server";
import { mappedTo } from "~/session/oidc/users-file.server";
import { requireScope } from "~/session/scope.server";
import { createSession } from "~/sessions.server";
import { consoleRequest, playServer, searchServer, testContext } from "../../../setup/console";
import { browserOf, usersFile } from "./support";

let server: Awaited<ReturnType<typeof playServer>>;
beforeAll(async () => {
  server = await playServer(searchServer());
});
afterAll(() => server.close());

it("a session outlives a change of its user's password in the console, which tells how many entries must follow", async () => {
  const file = usersFile();
  const mira = { username: "mira", password: "right" };
  file.write([
    { claim: "alice@example.org", ...mira },
    { claim: "ops-*", ...mira },
    { claim: "y", username: "other", password: "x" },
    { claim: "z", ...mira, url: "https://elsewhere.example" },
  ]);
  const issuer = "https://id.example";
  const context = testContext({
    SEARCH_URL: server.url,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: "console",
    OIDC_USERS: file.path,
    OIDC_REFRESH_MINUTES: "0",
  });
  const own = browserOf(context);
  const oidc = { issuer, subject: "alice", person: "alice@example.org", value: "alice@example.org" };
  own.answers.push(
    new Headers({
      "Set-Cookie": createSession({ request: consoleRequest("/"), context, url: server.url, ...mira, oidc }),
    }),
  );

  const { request } = own.at("/cluster");
  const scope = await requireScope(request, {}, null, context);
  expect(["mira", "other", "nobody"].map((username) => mappedTo(scope, username))).toEqual([2, 1, 0]);
  const { headers } = endOf({ request, context, scope, username: "mira", password: "a newer one" });
  expect(headers.getSetCookie()).toEqual([]);
  expect(await own.session()).toMatchObject(mira);
});
