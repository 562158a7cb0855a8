import { afterEach, describe, expect, it } from "vitest";
import type { loader as billingPage } from "~/routes/billing/billing";
import type { loader as cancelPage } from "~/routes/billing/cancel";
import { tierPrices } from "~/lib/access/prices";
import { playServer, searchServer, type Seen } from "../setup/console";
import { openScreen } from "../setup/open-screen";

// A server with billing cannot run here: it asks an account service elsewhere.

const DAY = 86_400;
let server: Awaited<ReturnType<typeof playServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const paid = { tier: "2021-starter", time_validity: 10 * DAY, tier_validity: 1_893_456_000, billing_type: "cluster", node_count: 3, subscription_id: "sub_1" };
const arc = { ...paid, tier: "arc-standard", billing_type: "arc" };

async function start(plan: object | null, answers: Parameters<typeof searchServer>[0] = {}) {
  const user = { body: { username: "mira", is_admin: true } };
  const play = searchServer({ "/_user": user, "/arc/plan": plan === null ? { status: 405, body: "" } : { body: plan }, ...answers });
  server = await playServer(play);
  return { url: server.url, username: "mira", password: "right" };
}
const calls = () =>
  (server?.seen ?? []).filter(({ method }) => method !== "GET").map(({ method, path, body }: Seen) => ({ method, path, body: body && JSON.parse(body) }));
const done = { body: { message: "ok" } };

describe("billing", () => {
  it.each([
    ["the open build", null],
    ["a server that runs for itself", { billing: false, tier: "arc-enterprise", version: "8.20.0" }],
    ["one that tells of no time", { tier: "arc-basic" }],
  ])("of %s asks for nothing", async (_, plan) => {
    const backend = await start(plan);
    expect((await openScreen<typeof billingPage>("billing", { backend })).data?.subscription).toBeNull();
    for (const page of ["subscribe", "payment", "cancel"]) {
      const { response } = await openScreen(`billing/${page}`, { backend });
      expect(response?.headers.get("Location")).toBe("/cluster/billing");
    }
  });

  it("tells plan, time and nodes, at both levels", async () => {
    const backend = await start(paid);
    for (const at of [undefined, "books"]) {
      const { data } = await openScreen<typeof billingPage>("billing", { backend, ...(at && { at }) });
      expect(data?.subscription).toEqual({
        ...{ billingType: "cluster", tier: "2021-starter", trial: false, validUntil: 1_893_456_000_000, left: 10 * DAY * 1000, nodes: 3 },
        ...{ subscribed: true, cancelled: false, description: null },
      });
    }
  });

  it("needs the permission", async () => {
    const backend = await start(paid, { "/_user": { body: { username: "mira", is_admin: false, allowed_actions: ["develop"] } } });
    expect((await openScreen("billing", { backend })).status).toBe(403);
  });

  it("subscribes to a plan that exists, with a token that may be one", async () => {
    const backend = await start(paid, { "/arc/subscription": done });
    const send = (form: Record<string, string>) => openScreen("billing/subscribe", { backend, form: { intent: "subscribe", ...form } });
    expect(Object.keys((await send({ plan: "free-beer", token: "tok_1" })).errors)).toEqual(["plan"]);
    expect(Object.keys((await send({ plan: "2021-production-1", token: "tok 1<" })).errors)).toEqual(["token"]);
    expect(Object.keys((await send({})).errors).sort()).toEqual(["plan", "token"]);
    expect(calls()).toEqual([]);
    expect((await send({ plan: "2021-production-1", token: "tok_1" })).flash).toContain("1 hour");
    expect(calls()).toEqual([{ method: "POST", path: "/arc/subscription", body: { token: "tok_1", plan: "2021-production-1" } }]);
  });

  it("says what the account service refused", async () => {
    const backend = await start(paid, { "/arc/payment": { status: 400, body: { error: { code: 400, message: "No such token" } } } });
    const { errors, status } = await openScreen("billing/payment", { backend, form: { intent: "set-payment", token: "tok_2" } });
    expect(status).toBe(400);
    expect(JSON.stringify(errors)).toContain("No such token");
  });

  it("cancels where the server can, and says where it cannot", async () => {
    const backend = await start(arc, { "/arc/subscription": done });
    expect((await openScreen<typeof cancelPage>("billing/cancel", { backend })).data?.plan).toBe("Self-hosted, standard");
    expect((await openScreen("billing/cancel", { backend, form: { intent: "cancel-subscription" } })).flash).toBe("Subscription cancelled.");
    expect(calls()).toEqual([{ method: "DELETE", path: "/arc/subscription", body: "" }]);
    await server?.close();
    const hosted = await start(paid);
    expect((await openScreen("billing/cancel", { backend: hosted })).response?.headers.get("Location")).toBe("/cluster/billing");
  });
});

it("has each tier once, with a price in one of the lists", () => {
  expect(new Set(tierPrices.map(({ tier }) => tier)).size).toBe(tierPrices.length);
  expect(tierPrices.filter(({ month, older }) => month === null && older === undefined)).toEqual([]);
});
