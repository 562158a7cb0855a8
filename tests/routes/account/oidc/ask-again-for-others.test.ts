import { describe, expect, it } from "vitest";
import { addJob, getJobs } from "~/services/platform/jobs/jobs.server";
import { openStore } from "~/services/platform/store/database.server";
import { beginView } from "~/session/view-as.server";
import { responseOf } from "../../../setup/console";
import { startProvider } from "../../../setup/oidc/real-provider";
import {
  asked,
  claims,
  file,
  films,
  isIn,
  MINUTE,
  pass,
  people,
  plain,
  provider,
  signIn,
  to,
  useChangingPeople,
} from "./changing-people";

useChangingPeople();

// What a sign-in that is asked about again has beside its session: other consoles, views, jobs, its end; and one
// without a refresh token.

describe("another console on the same data folder", () => {
  const set = ({ context }: Awaited<ReturnType<typeof signIn>>, change: string) =>
    openStore(context.config.dataDir).exec(`UPDATE oidc_checks SET ${change}`);

  it("that asks is waited for, and its answer taken", async () => {
    const own = await signIn();
    pass(6 * MINUTE);
    set(own, `asking = ${Date.now() + 20_000}`);
    const before = asked();
    let answered = false;
    const waiting = isIn(own).finally(() => (answered = true));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(answered).toBe(false);
    set(own, `asking = 0, due = ${Date.now() + MINUTE}`);
    expect(await waiting).toBe(true);
    expect(asked()).toBe(before);
  });

  it("that died while it asked is not waited for", async () => {
    const own = await signIn();
    set(own, `asking = ${Date.now() + 20_000}`);
    pass(6 * MINUTE);
    const before = asked();
    expect(await isIn(own)).toBe(true);
    expect(asked()).toBe(before + 1);
  });
});

describe("a view as another user", () => {
  it("is of the same sign-in: asked about, ended, and the session after it too", async () => {
    const own = await signIn();
    const session = await own.browser.session();
    if (!session) throw new Error("nobody is signed in");
    await own.browser.take(
      Promise.resolve(
        beginView({ request: own.browser.at("/").request, context: own.context, session, username: "nils" }),
      ),
    );
    const before = asked();
    pass(6 * MINUTE);
    expect(await own.browser.session()).toMatchObject({ viewAs: "nils" });
    expect(asked()).toBe(before + 1);
    people["alice"] = null;
    pass(6 * MINUTE);
    expect(await isIn(own)).toBe(false);
  });
});

describe("sign-out", () => {
  it("revokes the refresh token, and keeps nothing", async () => {
    const own = await signIn();
    const before = provider.seen.length;
    await own.browser.signOut();
    expect(provider.seen.slice(before)).toContain("POST /token/revocation");
    expect(openStore(own.context.config.dataDir).prepare("SELECT * FROM oidc_checks").all()).toEqual([]);
  });

  it("waits for a slow provider no longer than 2 seconds", async () => {
    const own = await signIn();
    provider.hang();
    const started = performance.now();
    expect(to(await own.browser.signOut())).toBe("/logout/provider");
    expect(performance.now() - started).toBeLessThan(4_500);
  });

  it("works while the provider is away", async () => {
    const own = await signIn();
    provider.fail(503);
    expect(to(await own.browser.signOut())).toBe("/logout/provider");
    expect(await isIn(own)).toBe(false);
  });
});

describe("without a refresh token", () => {
  it("a session is asked about while the access token is good, and ends with it", async () => {
    const own = await signIn({ at: plain, env: { OIDC_REFRESH_MINUTES: "5" } });
    pass(50_000);
    expect(await isIn(own)).toBe(true);
    pass(11_000);
    expect(await own.turnedOut()).toBe("/login");
    expect(own.browser.said()).toContain("only for as long as");
  });

  it("who was taken out of the claim is out before that", async () => {
    const long = await startProvider({
      origin: "http://console.test",
      people,
      refreshTokens: false,
      changes: {
        ttl: { AccessToken: 3600, AuthorizationCode: 60, IdToken: 60, Interaction: 600, Session: 3600, Grant: 86_400 },
      },
    });
    try {
      const own = await signIn({ at: long });
      pass(6 * MINUTE);
      expect(await isIn(own)).toBe(true);
      people["alice"] = { ...claims(), email_verified: false };
      pass(6 * MINUTE);
      expect(await own.turnedOut()).toBe("/login");
      expect(own.browser.said()).toContain("access to this console was changed");
    } finally {
      await long.close();
    }
  });
});

describe("a job", () => {
  async function deleteTen(then: () => void, { signsOut = false } = {}) {
    const own = await signIn();
    const scope = await own.open();
    films.left = 10;
    films.onDelete = () => void (films.left === 7 && then());
    if (signsOut) await own.browser.signOut();
    const id =
      addJob(scope, { kind: "delete-by-query", target: "films", label: "all", input: { query: "{}", count: 10 } }) ??
      "";
    const { table, runner } = getJobs(own.context);
    await expect.poll(() => table.get(id)?.state).toMatch(/done|interrupted|failed/);
    await runner.close();
    return { row: table.get(id), left: films.left, own };
  }

  it("ends with the claim of its person, whose session it ends too", async () => {
    const { own, ...ended } = await deleteTen(() => {
      people["alice"] = null;
      pass(6 * MINUTE);
    });
    expect(ended).toMatchObject({
      left: 7,
      row: { state: "interrupted", message: expect.stringContaining("has ended your sign-in there") as string },
    });
    expect(await isIn(own)).toBe(false);
  });

  it("ends too where the session was refused before", async () => {
    const own = await signIn();
    const scope = await own.open();
    films.left = 10;
    films.onDelete = () => undefined;
    people["alice"] = null;
    pass(6 * MINUTE);
    expect(await isIn(own)).toBe(false);
    await own.turnedOut();
    const id =
      addJob(scope, { kind: "delete-by-query", target: "films", label: "all", input: { query: "{}", count: 10 } }) ??
      "";
    const { table, runner } = getJobs(own.context);
    await expect.poll(() => table.get(id)?.state).toBe("interrupted");
    expect(films.left).toBe(10);
    await runner.close();
  });

  it("goes on while its person stays, and after the sign-out, by the file", async () => {
    expect(await deleteTen(() => pass(6 * MINUTE))).toMatchObject({ left: 0, row: { state: "done" } });
    expect(await deleteTen(() => pass(6 * MINUTE), { signsOut: true })).toMatchObject({
      left: 0,
      row: { state: "done" },
    });
    const ended = await deleteTen(() => file.write([]), { signsOut: true });
    expect(ended).toMatchObject({ left: 7, row: { state: "interrupted" } });
  });
});

describe("what goes on after its request was let in, as downloads and events do", () => {
  const call = (scope: Awaited<ReturnType<Awaited<ReturnType<typeof signIn>>["open"]>>) =>
    scope.http.send({ path: "/_cluster/health" });

  it("ends with its person's entry in the file, and takes a new password of it", async () => {
    const own = await signIn();
    const scope = await own.open();
    await expect(call(scope)).resolves.toMatchObject({ status: 200 });
    file.write([{ claim: "alice@example.org", username: "mira", password: "of another time" }]);
    await expect(call(scope)).rejects.toMatchObject({ status: 401 });
    file.write([]);
    await expect(call(scope)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("access to this console was changed") as string,
    });
  });

  it("ends with the claim, once it is time to ask", async () => {
    const own = await signIn();
    const scope = await own.open();
    people["alice"] = null;
    await expect(call(scope)).resolves.toMatchObject({ status: 200 });
    pass(6 * MINUTE);
    await expect(call(scope)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("has ended your sign-in there") as string,
    });
    expect(await isIn(own)).toBe(false);
  });
});

it("a session from before there was this check ends with a sentence", async () => {
  const own = await signIn();
  openStore(own.context.config.dataDir).exec("DELETE FROM oidc_checks");
  expect(to(await responseOf(own.open()))).toBe("/login");
});
