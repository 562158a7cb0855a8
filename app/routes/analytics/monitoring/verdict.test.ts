import { describe, expect, it } from "vitest";
import { verdictOf } from "./verdict";

const health = (status: "green" | "yellow" | "red", unassigned = 0, nodes = 3, pending = 0) => ({
  status,
  nodes,
  shards: { active: 10, primary: 5, moving: 0, unassigned },
  tasks: { pending, longest: null },
});
const node = (name: string, percents: { cpu?: number; heap?: number; disk?: number } = {}) => ({
  ...{ name, roles: null, elected: false, version: null, load: null, uptime: null, cpu: percents.cpu ?? null },
  heap: { percent: percents.heap ?? null, max: null },
  memory: { percent: 99, max: null },
  disk: { percent: percents.disk ?? null, free: null, total: null },
});
const pool = (rejected: number) => ({ node: "a", name: "search", active: 0, queue: 3, rejected });
const well = { health: health("green"), nodes: [node("a", { cpu: 74, heap: 74, disk: 84 })], pools: [pool(0)] };

describe("whether the cluster is well", () => {
  it("is a yes where nothing is wrong, also on an engine without thread pools", () => {
    expect(verdictOf(well)).toEqual({ tone: "good", title: "The cluster is healthy", findings: [], untold: [] });
    expect(verdictOf({ ...well, pools: null }).tone).toBe("good");
  });

  it("tells what costs searches before what may, each with its node", () => {
    const found = verdictOf({
      health: health("yellow", 2),
      nodes: [node("a", { cpu: 75 }), node("b", { disk: 95, heap: 89 })],
      pools: [pool(7)],
    });
    expect([found.tone, found.title]).toEqual(["bad", "1 problem to solve now"]);
    expect(found.findings.map(({ tone, text }) => `${tone} ${text}`)).toEqual([
      "bad Disk used of b is at 95%.",
      "warn 2 shards are unassigned: all documents can be searched, but without a copy for when a node fails.",
      "warn CPU of a is at 75%.",
      "warn JVM heap of b is at 89%.",
      "warn 7 requests rejected by the thread pool search of a since the node started.",
    ]);
  });

  it("counts warnings, and leads to the indices of a health", () => {
    const found = verdictOf({ ...well, health: health("yellow", 1, 1) });
    expect([found.tone, found.title]).toEqual(["warn", "Working, with 1 warning"]);
    expect(found.findings[0]).toMatchObject({
      health: "yellow",
      text: expect.stringContaining("1 shard is unassigned"),
    });
    expect(verdictOf({ ...well, health: health("red", 4) }).findings[0]).toMatchObject({ tone: "bad", health: "red" });
    expect(verdictOf({ ...well, health: health("green", 0, 3, 101) }).tone).toBe("bad");
  });

  it("is never a yes for what is not reported", () => {
    expect(verdictOf({ health: null, nodes: null, pools: null })).toEqual({
      tone: "info",
      title: "The server does not report its health",
      findings: [],
      untold: ["health", "nodes"],
    });
    expect(verdictOf({ ...well, nodes: null, pools: "unknown" }).untold).toEqual(["nodes", "thread pools"]);
  });
});
