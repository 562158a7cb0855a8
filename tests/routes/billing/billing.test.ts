import { afterEach, describe, expect, it, vi } from "vitest";
import type { loader as billingPage } from "~/routes/billing/billing";
import type { loader as cancelPage } from "~/routes/billing/cancel";
import type { loader as plansPage } from "~/routes/billing/plans";
import { offeredPlans, tierPrices } from "~/lib/access-control/prices";
import { playServer, searchServer, type Seen } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// A server with billing cannot run here: it asks an account service elsewhere.

const DAY = 86_400;
let server: Awaited<ReturnType<typeof playServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const paid = {
  tier: "2021-starter",
  time_validity: 10 * DAY,
  tier_validity: 1_893_456_000,
  billing_type: "cluster",
  node_count: 3,
  subscription_id: "sub_1",
};
const arc = { ...paid, tier: "arc-standard", billing_type: "arc" };

async function start(plan: object | null, answers: Parameters<typeof searchServer>[0] = {}) {
  const user = { body: { username: "mira", is_admin: true } };
  const play = searchServer({
    "/_user": user,
    "/arc/plan": plan === null ? { status: 405, body: "" } : { body: plan },
    ...answers,
  });
  server = await playServer(play);
  return { url: server.url, username: "mira", password: "right" };
}
const calls = () =>
  (server?.seen ?? [])
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }: Seen) => ({ method, path, body: body && JSON.parse(body) }));
const done = { body: { message: "ok" } };
const payments: { page: string; form: Record<string, string> }[] = [
  { page: "subscribe", form: { intent: "subscribe", plan: "2021-production-1", token: "tok_1" } },
  { page: "payment", form: { intent: "set-payment", token: "tok_1" } },
  { page: "cancel", form: { intent: "cancel-subscription" } },
  { page: "usage", form: { intent: "tell-usage", company: "Films Ltd" } },
];
/** Identities are asked for again after ten seconds. */
function forgetFresh() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
}

describe("billing", () => {
  it.each([
    ["the open build", null],
    ["a server that runs for itself", { billing: false, tier: "arc-enterprise", version: "8.20.0" }],
    ["one that tells of no time", { tier: "arc-basic" }],
  ])("of %s asks for nothing", async (_, plan) => {
    const backend = await start(plan);
    expect((await openScreen<typeof billingPage>("billing", { backend })).data?.subscription).toBeNull();
    for (const page of ["subscribe", "payment", "cancel", "usage"]) {
      const { response } = await openScreen(`billing/${page}`, { backend });
      expect(response?.headers.get("Location")).toBe("/cluster/billing");
    }
    for (const { page, form } of payments) {
      expect(JSON.stringify((await openScreen(`billing/${page}`, { backend, form })).errors)).toContain(
        "nothing to pay",
      );
    }
    expect(calls()).toEqual([]);
    const { data } = await openScreen<typeof plansPage>("/billing", { backend });
    expect([data?.plan, data?.plans]).toEqual([{ words: null }, []]);
  });

  it("of a demonstration shows the tier, and nothing can be paid though the server could", async () => {
    const backend = await start(arc);
    const env = { DEMO_TIER: "2021-production-1" };
    const { data } = await openScreen<typeof billingPage>("billing", { backend, env });
    expect(data).toMatchObject({
      demo: true,
      subscription: { tier: "2021-production-1", billingType: "cluster", subscribed: false, left: null },
    });
    for (const { page, form } of payments) {
      expect((await openScreen(`billing/${page}`, { backend, env })).response?.headers.get("Location")).toBe(
        "/cluster/billing",
      );
      expect(JSON.stringify((await openScreen(`billing/${page}`, { backend, env, form })).errors)).toContain(
        "nothing to pay",
      );
    }
    expect(calls()).toEqual([]);
    expect((await openScreen<typeof plansPage>("/billing", { backend, env })).data).toMatchObject({
      tier: "2021-production-1",
      manages: true,
    });
    expect(
      (await openScreen<typeof billingPage>("billing", { backend, env: { DEMO_TIER: "free" } })).data?.subscription
        ?.tier,
    ).toBeNull();
  });

  it("stays open to whoever may pay when the server answers nothing else any more", async () => {
    let overdue = false;
    const user = { body: { username: "mira", is_admin: true } };
    const play = searchServer({
      "/_user": user,
      "/arc/plan": { body: { ...arc, time_validity: -30 * DAY } },
      "/arc/subscription": done,
    });
    server = await playServer((seen) =>
      overdue && !seen.path.startsWith("/arc/")
        ? { status: 402, body: { error: { code: 402, message: "Payment required" } } }
        : play(seen),
    );
    const backend = { url: server.url, username: "mira", password: "right" };
    expect((await openScreen("billing", { backend })).status).toBe(200);
    overdue = true;
    forgetFresh();
    expect((await openScreen<typeof billingPage>("billing", { backend })).data?.subscription?.left).toBe(
      -30 * DAY * 1000,
    );
    expect((await openScreen<typeof plansPage>("/billing", { backend })).data).toMatchObject({
      tier: "arc-standard",
      manages: true,
    });
    expect((await openScreen("", { backend })).status).toBe(402);
    const form = { intent: "subscribe", plan: "arc-enterprise", token: "tok_1" };
    expect((await openScreen("billing/subscribe", { backend, form })).flash).toContain("1 hour");
    vi.useRealTimers();
  });

  it("tells how the server is used, other answers as they are", async () => {
    const backend = await start(
      { ...arc, metadata: { company: "Old", source: "newsletter" } },
      { "/arc/metadata": done },
    );
    const form = {
      intent: "tell-usage",
      company: "Films Ltd",
      use_case: "Site search",
      monthly_searches: "20000",
      documents: "",
    };
    expect((await openScreen("billing/usage", { backend, form })).flash).toBe("Usage details saved.");
    const body = {
      company: "Films Ltd",
      source: "newsletter",
      use_case: "Site search",
      monthly_searches: "20000",
      documents: "",
    };
    expect(calls()).toEqual([{ method: "POST", path: "/arc/metadata", body }]);
    await server?.close();
    const cluster = await start(paid);
    expect((await openScreen("billing/usage", { backend: cluster })).response?.headers.get("Location")).toBe(
      "/cluster/billing",
    );
  });

  it("tells everybody the plans, signed in or not", async () => {
    const backend = await start(paid);
    const { data } = await openScreen<typeof plansPage>("/billing", { backend, as: "nobody" });
    expect([data?.plan, data?.server, data?.plans.length]).toEqual([null, null, offeredPlans.length]);
    const own = await openScreen<typeof plansPage>("/billing", { backend });
    expect(own.data).toMatchObject({ tier: "2021-starter", plan: { words: { name: "Cluster, starter" } } });
  });

  it("tells plan, time and nodes, at both levels", async () => {
    const backend = await start(paid);
    for (const at of [undefined, "books"]) {
      const { data } = await openScreen<typeof billingPage>("billing", { backend, ...(at && { at }) });
      expect(data?.subscription).toEqual({
        ...{
          billingType: "cluster",
          tier: "2021-starter",
          trial: false,
          validUntil: 1_893_456_000_000,
          left: 10 * DAY * 1000,
          nodes: 3,
        },
        ...{ subscribed: true, cancelled: false, description: null, trialUntil: null, answers: null },
      });
    }
  });

  it("needs the permission", async () => {
    const backend = await start(paid, {
      "/_user": { body: { username: "mira", is_admin: false, allowed_actions: ["develop"] } },
    });
    expect((await openScreen("billing", { backend })).status).toBe(403);
  });

  it("subscribes to a plan that exists, with a token that may be one", async () => {
    const backend = await start(paid, { "/arc/subscription": done });
    const send = (form: Record<string, string>) =>
      openScreen("billing/subscribe", { backend, form: { intent: "subscribe", ...form } });
    expect(Object.keys((await send({ plan: "free-beer", token: "tok_1" })).errors)).toEqual(["plan"]);
    expect(Object.keys((await send({ plan: "2021-production-1", token: "tok 1<" })).errors)).toEqual(["token"]);
    expect(Object.keys((await send({})).errors).sort()).toEqual(["plan", "token"]);
    expect(calls()).toEqual([]);
    expect((await send({ plan: "2021-production-1", token: "tok_1" })).flash).toContain("1 hour");
    expect(calls()).toEqual([
      { method: "POST", path: "/arc/subscription", body: { token: "tok_1", plan: "2021-production-1" } },
    ]);
  });

  it("says what the account service refused", async () => {
    const backend = await start(paid, {
      "/arc/payment": { status: 400, body: { error: { code: 400, message: "No such token" } } },
    });
    const { errors, status } = await openScreen("billing/payment", {
      backend,
      form: { intent: "set-payment", token: "tok_2" },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(errors)).toContain("No such token");
  });

  it("cancels where the server can, and says where it cannot", async () => {
    const backend = await start(arc, { "/arc/subscription": done });
    expect((await openScreen<typeof cancelPage>("billing/cancel", { backend })).data?.plan).toBe(
      "Self-hosted, standard",
    );
    expect((await openScreen("billing/cancel", { backend, form: { intent: "cancel-subscription" } })).flash).toBe(
      "Subscription cancelled.",
    );
    expect(calls()).toEqual([{ method: "DELETE", path: "/arc/subscription", body: "" }]);
    await server?.close();
    const hosted = await start(paid);
    expect((await openScreen("billing/cancel", { backend: hosted })).response?.headers.get("Location")).toBe(
      "/cluster/billing",
    );
  });
});

it("has each tier once, with a price in one of the lists", () => {
  expect(new Set(tierPrices.map(({ tier }) => tier)).size).toBe(tierPrices.length);
  expect(tierPrices.filter(({ month, older }) => month === null && older === undefined)).toEqual([]);
});
