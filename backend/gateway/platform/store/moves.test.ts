import { hostname } from "node:os";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { ask, useMove } from "../../../../tests/setup/guests/move";
import { MOVE_NOTES, requireNoMove } from "./moves";
import { startBackend } from "@backend/start";

const move = useMove();

describe("a gateway and a move into its engine", () => {
  it("keeps a gateway that starts on the target waiting, which then has the users that were moved and makes none", async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    let atBulk = () => {};
    const reached = new Promise<void>((resolve) => (atBulk = resolve));
    move.between = (engine) => async (request) => {
      if (request.path.endsWith("/_bulk")) atBulk();
      if (request.path.endsWith("/_bulk")) await held;
      return engine(request);
    };
    const moved = move.run();
    await reached;
    const lines: string[] = [];
    const passwords: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
    const backend = await startBackend({
      engine: move.remote.engine,
      check: move.remote.check,
      port: 0,
      adminUsername: "admin",
      log,
      onPassword: ({ password }) => passwords.push(password),
    });
    const health = () => fetch(`${backend.url}/arc/health`);
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toMatch(/not ready: a move into this search engine .*; it is tried again until it works/);
    const refused = await health();
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining("a move into this search engine"),
    ]);
    expect((await move.target.handle({ method: "HEAD", path: "/.locks" })).status).toBe(404);
    go();
    expect((await moved).equal).toBe(true);
    await expect.poll(async () => (await health()).status, { timeout: 10_000 }).toBe(200);
    const authorization = `Basic ${Buffer.from("admin:moving-house").toString("base64")}`;
    expect((await fetch(`${backend.url}/_user`, { headers: { authorization } })).status).toBe(200);
    expect(passwords).toEqual([]);
    await backend.close();
  });

  it.each([
    [
      "at work on another machine",
      { host: "elsewhere", pid: 7, left: 30_000 },
      "is under way (from source, process 7 on elsewhere): the back end starts when it is done",
    ],
    ["at work here", { host: hostname(), pid: process.ppid, left: 30_000 }, "is under way"],
    [
      "killed on another machine a minute ago",
      { host: "elsewhere", pid: 7, left: -1 },
      "from source on elsewhere stopped before its end: run it again, or delete the index .searchdeck-migration",
    ],
    ["killed here just now", { host: hostname(), pid: 2 ** 22 + 1, left: 30_000 }, "stopped before its end"],
    [
      "of before moves told what they hold",
      { host: "elsewhere", pid: 7, left: 0, system: undefined },
      "stopped before its end",
    ],
  ])("a gateway meets a move %s", async (_, { left, ...notes }, says) => {
    const put = (more: object) =>
      ask(
        move.target.handle,
        "PUT",
        `/${MOVE_NOTES}/_doc/run`,
        JSON.stringify({
          source: "s",
          from: "source",
          holder: "h",
          templates: false,
          system: true,
          until: Date.now() + left,
          ...notes,
          ...more,
        }),
      );
    await put({});
    await expect(requireNoMove({ engine: move.remote.engine })).rejects.toThrow(says);
    // Other indices are in no gateway's way.
    const warned: unknown[] = [];
    await put({ system: false });
    await requireNoMove({
      engine: move.remote.engine,
      log: { warn: (...words: unknown[]) => void warned.push(words) },
    });
    expect(warned).toHaveLength(1);
  });

  it("keeps the notes of a move that was stopped when only a part of it is run to its end", async () => {
    const stop = new AbortController();
    move.between = (engine) => async (request) => {
      if (request.path === "/films/_bulk") stop.abort(new Error("stopped"));
      return engine(request);
    };
    await expect(move.run({ stop })).rejects.toThrow();
    move.between = (engine) => engine;
    const part = await move.run({ only: "old" });
    expect(part.equal).toBe(true);
    expect(part.printed).toMatch(/An earlier run was to move more and began .*films.*: run it again to its end/);
    await expect(requireNoMove({ engine: move.remote.engine })).rejects.toThrow("stopped before its end");
    expect((await move.run()).equal).toBe(true);
    await requireNoMove({ engine: move.remote.engine });
    expect((await move.target.handle({ method: "HEAD", path: `/${MOVE_NOTES}` })).status).toBe(404);
  });

  it("says in its notes whether users and credentials are on their way", async () => {
    const told: unknown[] = [];
    move.between = (engine) => async (request) => {
      if (request.path.endsWith("/_bulk"))
        told.push((await ask(move.target.handle, "GET", `/${MOVE_NOTES}/_doc/run`))["_source"]);
      return engine(request);
    };
    await move.run({ only: "films" });
    expect(told[0]).toMatchObject({ system: false });
    await move.run({ only: "*,-films,-old" });
    expect(told.at(-1)).toMatchObject({ system: true });
  });
});
