import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as dataUsagePage } from "~/routes/analytics/data-usage/data-usage";
import type { loader as monitoringPage } from "~/routes/analytics/monitoring/monitoring";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// Monitoring and data usage: on our own engine as who may see analytics alone, and on a played cluster of two nodes.

let backend: TestBackend;
let cluster: Awaited<ReturnType<typeof playServer>>;
const gb = 1024 ** 3;

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films", {});
  await backend.call("PUT", "/films/_doc/1?refresh=true", { title: "Metropolis" });
  const node = {
    "node.role": "dim",
    version: "8.11.1",
    load_1m: "1.5",
    "heap.max": String(gb),
    "ram.percent": "97",
    "ram.max": String(8 * gb),
    uptime: "3d",
  };
  cluster = await playServer(
    searchServer({
      "/arc/plan": { body: { tier: "arc-enterprise", billing: false, version: "8.20.0" } },
      "/_cat/health": {
        body: [
          {
            cluster: "c",
            status: "red",
            "node.total": "2",
            shards: "7",
            pri: "5",
            relo: "1",
            init: "1",
            unassign: "3",
            pending_tasks: "120",
            max_task_wait_time: "5s",
          },
        ],
      },
      "/_cat/nodes": {
        body: [
          {
            name: "b",
            master: "-",
            cpu: "96",
            "heap.percent": "80",
            "disk.total": String(100 * gb),
            "disk.avail": String(4 * gb),
            "disk.used_percent": "96.00",
            ...node,
          },
          {
            name: "a",
            master: "*",
            cpu: "3",
            "heap.percent": "20",
            "disk.total": String(100 * gb),
            "disk.avail": String(60 * gb),
            "disk.used_percent": null,
            ...node,
          },
        ],
      },
      "/_cat/thread_pool": {
        body: [
          { node_name: "a", name: "search", active: "0", queue: "0", rejected: "0" },
          { node_name: "a", name: "get", active: "0", queue: "0", rejected: "0" },
          { node_name: "b", name: "write", active: "4", queue: "200", rejected: "17" },
        ],
      },
      "/sls/data_usage": {
        body: [
          { timestamp: 1_700_086_400, usage: 3072 },
          { timestamp: 1_700_000_000, usage: 2048 },
          { timestamp: "soon", usage: 1 },
        ],
      },
    }),
  );
});
afterAll(async () => {
  await cluster.close();
  await backend.close();
});

type Settled<T> = { ok: true; value: T } | { ok: false } | { later: unknown };
function valueOf<T>(panel: Settled<T> | undefined): T {
  if (!panel || !("ok" in panel) || !panel.ok) throw new Error(`no value: ${JSON.stringify(panel)}`);
  return panel.value;
}
const played = () => ({ url: cluster.url, username: "mira", password: "right" });

describe("monitoring", () => {
  it("shows our own engine to who may see analytics alone", async () => {
    const { data } = await openScreen<typeof monitoringPage>("monitoring", { backend, as: { actions: ["analytics"] } });
    expect(valueOf(data?.health)).toMatchObject({
      status: "green",
      nodes: 1,
      shards: { unassigned: 0 },
      tasks: { pending: 0 },
    });
    const [node, ...more] = valueOf(data?.nodes) ?? [];
    expect(more).toEqual([]);
    expect(node).toMatchObject({ elected: true });
    for (const percent of [node?.cpu, node?.heap.percent, node?.memory.percent, node?.disk.percent]) {
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
    }
    expect(node?.disk.free).toBeGreaterThan(0);
    expect(node?.heap.max).toBeGreaterThan(100 * 1024 ** 2);
    expect(valueOf(data?.pools)).toBeNull();
    expect(valueOf(data?.requests)?.empty).toBe(false);
    expect(valueOf(data?.verdict).untold).toEqual([]);
    expect(
      valueOf(data?.verdict)
        .findings.map(({ text }) => text)
        .join(),
    ).not.toContain("unassigned");
  });

  it("reads a cluster of several nodes, and what the engine does not tell", async () => {
    const { data } = await openScreen<typeof monitoringPage>("monitoring?time=now-1d", { backend: played() });
    expect(valueOf(data?.health)).toEqual({
      status: "red",
      nodes: 2,
      shards: { active: 7, primary: 5, moving: 2, unassigned: 3 },
      tasks: { pending: 120, longest: "5s" },
    });
    const nodes = valueOf(data?.nodes) ?? [];
    expect(nodes.map(({ name, elected, cpu, disk }) => [name, elected, cpu, disk.percent])).toEqual([
      ["a", true, 3, 40],
      ["b", false, 96, 96],
    ]);
    expect(valueOf(data?.pools)?.map(({ name, rejected }) => [name, rejected])).toEqual([
      ["write", 17],
      ["search", 0],
    ]);
    expect(valueOf(data?.requests)).toBeNull();
    const { tone, title, findings } = valueOf(data?.verdict);
    expect([tone, title]).toEqual(["bad", "4 problems to solve now"]);
    expect(findings.map((one) => one.text)).toEqual([
      "3 shards are unassigned, primary ones among them: some indices cannot be searched in full.",
      "120 changes to the cluster's state are waiting: the elected node is overloaded.",
      "CPU of b is at 96%.",
      "Disk used of b is at 96%.",
      "JVM heap of b is at 80%.",
      "17 requests rejected by the thread pool write of b since the node started.",
    ]);
  });

  it("says that a server tells nothing of its engine", async () => {
    const bare = await playServer(searchServer({ "/_cat/thread_pool": { status: 405 } }));
    const { data } = await openScreen<typeof monitoringPage>("monitoring", {
      backend: { ...played(), url: bare.url },
    }).finally(() => bare.close());
    expect([valueOf(data?.health), valueOf(data?.nodes), valueOf(data?.pools)]).toEqual([null, null, null]);
    expect(valueOf(data?.data).data).toMatchObject({ indices: 2, documents: 4 });
    expect(valueOf(data?.verdict)).toMatchObject({ tone: "info", untold: ["health", "nodes"] });
  });
});

describe("data usage", () => {
  const open = (path: string, behind: Parameters<typeof openScreen>[1]["backend"] = backend) =>
    openScreen<typeof dataUsagePage>(path, { backend: behind });

  it("counts what the indices take where the server keeps no record of it", async () => {
    const { data } = await open("data-usage");
    expect(valueOf(data?.grown)).toBeNull();
    const usage = valueOf(data?.indices);
    expect(usage.totals.system.indices).toBe(usage.totals.indices - 1);
    expect(usage.totals.bytes).toBeGreaterThan(usage.totals.system.bytes);
    const sizes = usage.rows.map(({ bytes }) => bytes ?? -1);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(
      valueOf((await open("data-usage?of=others")).data?.indices).rows.map(({ name, documents }) => [name, documents]),
    ).toEqual([["films", 1]]);
    // Shares are of what is listed: they add up to the whole.
    const listed = valueOf((await open("data-usage?of=system")).data?.indices);
    expect(listed.listedBytes).toBe(listed.totals.system.bytes);
    expect(valueOf((await open("data-usage?q=FIL&of=system")).data?.indices).total).toBe(0);
  });

  it("draws how the data of a hosted server grew, in its kilobytes", async () => {
    const { data } = await open("data-usage?range=last-7-days", played());
    const chart = valueOf(data?.grown);
    expect(chart?.table.rows.map((row) => row.at(-1))).toEqual(["3 MB", "2 MB"].reverse());
    const call = cluster.seen.find(({ path }) => path.startsWith("/sls/data_usage"));
    const query = new URL(call?.path ?? "", "http://x").searchParams;
    expect(Number(query.get("to_timestamp")) - Number(query.get("from_timestamp"))).toBeGreaterThan(5 * 86_400);
    expect(Number(query.get("to_timestamp"))).toBeLessThan(Date.now() / 1000 + 2);
  });
});
