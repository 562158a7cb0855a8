import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { loader as credentialList } from "~/routes/access-control/credentials/list";
import type { loader as endPage } from "~/routes/access-control/sharing/end";
import type { loader as sharesPage } from "~/routes/access-control/sharing/shares";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer, type Seen } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// Shares of an index: only servers of the older hosted product have them, and none of those can run here.

let server: Awaited<ReturnType<typeof playServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const ada = { email: "ada@example.org", username: "u-1/2", description: "Reports", ops: ["read"] };
const paths = { "/_permissions": { body: [] }, "/books/_permissions": { body: [] } };

async function start({ plan = { billing: false }, user = { is_admin: true } }: { plan?: object; user?: object } = {}) {
  const play = searchServer({
    "/_user": { body: { username: "mira", ...user } },
    "/arc/plan": { body: plan },
    ...paths,
  });
  const shares: object[] = [ada];
  server = await playServer((seen: Seen) => {
    if (!seen.path.startsWith("/app/books/share")) return play(seen);
    if (seen.method === "GET") return { body: shares };
    if (seen.method === "POST") shares.push(JSON.parse(seen.body) as object);
    else shares.shift();
    return { body: { message: "ok" } };
  });
  return { url: server.url, username: "mira", password: "right" };
}
const calls = () =>
  (server?.seen ?? [])
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [method, path, body && JSON.parse(body)]);
const at = "books";

describe("a server that shares indices", () => {
  it("lists shares, adds one and ends one", async () => {
    const backend = await start();
    expect((await openScreen<typeof credentialList>("credentials", { backend, at })).data?.shared).toBe(true);
    expect((await openScreen<typeof sharesPage>("credentials/app/shares", { backend, at })).data?.shares).toEqual([
      { user: "u-1/2", email: "ada@example.org", description: "Reports", ops: ["read"] },
    ]);
    const send = (form: Record<string, string>) =>
      openScreen("credentials/app/add-share", { backend, at, form: { intent: "share-index", ...form } });
    expect(Object.keys((await send({ email: "nobody", access: "all" })).errors).sort()).toEqual(["access", "email"]);
    expect((await send({ email: ada.email, access: "read" })).errors["email"]).toEqual([
      "It is shared with this account.",
    ]);
    expect((await send({ email: "max@example.org", access: "both", description: "" })).flash).toBe(
      "Index books shared with max@example.org.",
    );
    const query = `?user=${encodeURIComponent(ada.username)}`;
    expect((await openScreen<typeof endPage>(`credentials/app/end-share${query}`, { backend, at })).data?.email).toBe(
      ada.email,
    );
    const ended = await openScreen(`credentials/app/end-share${query}`, { backend, at, form: { intent: "end-share" } });
    expect(ended.flash).toBe("Index books is no longer shared with ada@example.org.");
    expect(calls()).toEqual([
      [
        "POST",
        "/app/books/share",
        { email: "max@example.org", description: "", ops: ["read", "write"], indices: ["books"] },
      ],
      ["DELETE", "/app/books/share/u-1%2F2", ""],
    ]);
    expect(await openScreen("credentials/app/end-share?user=nobody", { backend, at })).toRedirectTo(
      "/app/books/credentials/app/shares",
    );
  });

  it("is told that sharing wants a paid plan, before and when it is tried", async () => {
    const backend = await start({ plan: { billing_type: "cluster", tier: "2021-production-1", time_validity: -10 } });
    expect((await openScreen<typeof sharesPage>("credentials/app/shares", { backend, at })).data?.gate).toMatchObject({
      because: "plan",
      who: "any paid plan",
    });
    const form = { intent: "share-index", email: "max@example.org", access: "read" };
    const tried = await openScreen("credentials/app/add-share", { backend, at, form });
    expect([tried.status, tried.errors[""]]).toEqual([
      403,
      ["Sharing an index is not part of this server's plan. Available on any paid plan: see Billing."],
    ]);
    const query = "credentials/app/end-share?user=u-1%2F2";
    expect((await openScreen(query, { backend, at, form: { intent: "end-share" } })).status).toBe(403);
    expect(calls()).toEqual([]);
  });

  it("is closed without the permission", async () => {
    const backend = await start({ user: { is_admin: false, allowed_actions: ["develop"] } });
    for (const page of ["shares", "add-share", "end-share"])
      expect((await openScreen(`credentials/app/${page}`, { backend, at })).status).toBe(403);
  });
});

describe("a server that shares none", () => {
  let own: TestBackend;
  beforeAll(async () => {
    own = await startTestBackend();
    await own.call("PUT", "/books");
  });
  afterAll(() => own.close());

  it("has no link to shares, and says so by typed address", async () => {
    expect((await openScreen<typeof credentialList>("credentials", { backend: own, at })).data?.shared).toBe(false);
    expect(
      (await openScreen<typeof sharesPage>("credentials/app/shares", { backend: own, at })).data?.shares,
    ).toBeNull();
    for (const page of ["add-share", "end-share?user=a"]) {
      expect(await openScreen(`credentials/app/${page}`, { backend: own, at })).toRedirectTo(
        "/app/books/credentials/app/shares",
      );
    }
  });
});
