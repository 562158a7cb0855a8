import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringifyJson } from "@common/text/json";
import { changed, fill as fillCluster, filledCluster, stateOf } from "../../tests/setup/guests/filled-cluster";
import { ask, documents, fill, useMove } from "../../tests/setup/guests/move";
import { openEmbeddedEngine } from "../engine/embedded/open";
import type { Engine } from "../engine/port";
import { MOVE_NOTES } from "../gateway/platform/store/moves";
import { startBackend } from "../start";
import { askJson } from "./call";
import { engineSource } from "./engine-source";
import { openFolderSource } from "./folder-source";
import { nameFilter } from "./pattern";
import { migrate } from "./run";
import { productOf } from "./target";

const move = useMove();

/** What is in the data folder, byte for byte; `-shm` is SQLite's shared memory, which holds no data. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((file) => !file.endsWith("-shm"));
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex"),
    ]),
  );
}

describe("migrate", () => {
  it("copies everything, with equal checksums, and leaves the data as they were", async () => {
    const before = contents(move.folder("source"));
    const { equal, printed } = await move.run();
    expect(printed).toMatch(/films +1,199 +1,199 +[0-9a-f]{32} +equal/);
    expect(equal).toBe(true);
    expect(contents(move.folder("source"))).toEqual(before);
    const film = await ask(move.target.handle, "GET", "/films/_doc/f7");
    expect(film).toMatchObject({ _version: 2, _source: { title: "Film 7,\nagain" } });
    expect(stringifyJson((await ask(move.target.handle, "GET", "/films/_doc/f1199"))["_source"])).toContain(
      '"exact":900719925474091199',
    );
    const films = stringifyJson(await ask(move.target.handle, "GET", "/films"));
    expect(films).toContain('"own":{"filter":["lowercase"],"tokenizer":"standard"}');
    expect(films).toContain('"cinema":{"filter":{"term":{"year":1999}}}');
    expect(films).not.toContain("refresh_interval");
    expect(films).toContain('"number_of_replicas":"0"');
    expect(stringifyJson(await ask(move.target.handle, "GET", "/.users/_settings"))).toContain(
      '"auto_expand_replicas":"0-1"',
    );
    expect((await move.target.handle({ method: "GET", path: "/old/_count" })).body).toContain("index_closed_exception");
    expect(stringifyJson(await ask(move.target.handle, "GET", "/old/_settings"))).toContain('"write":"true"');
    expect(await ask(move.target.handle, "GET", "/_template/shelves")).toHaveProperty("shelves");
    expect(stringifyJson(await ask(move.target.handle, "POST", "/_index_template/_simulate_index/board-a"))).toContain(
      '"wood":{"type":"keyword"}',
    );
    expect((await move.target.handle({ method: "HEAD", path: `/${MOVE_NOTES}` })).status).toBe(404);
  });

  it("lets a copied user sign in", async () => {
    await move.run();
    let isPasswordMade = false;
    const backend = await startBackend({
      engine: move.remote.engine,
      port: 0,
      adminUsername: "nobody",
      onPassword: () => (isPasswordMade = true),
    });
    expect(isPasswordMade).toBe(false);
    const status = async (password: string) =>
      (
        await fetch(`${backend.url}/_user`, {
          headers: { Authorization: `Basic ${Buffer.from(`admin:${password}`).toString("base64")}` },
        })
      ).status;
    expect([await status("moving-house"), await status("wrong")]).toEqual([200, 401]);
    await backend.close();
  });

  it("only says what it would do with --dry-run", async () => {
    const { equal, printed } = await move.run({ dryRun: true });
    expect(equal).toBe(true);
    expect(printed).toMatch(/films +1,199 +[\d.]+ KiB/);
    expect(printed).toContain("old (closed)");
    expect(await ask(move.target.handle, "GET", "/_alias?expand_wildcards=all")).toEqual({});
  });

  it("refuses a target that is not empty, and lists what is in the way", async () => {
    await ask(move.target.handle, "PUT", "/films/_doc/x?refresh=true", "{}");
    await expect(move.run()).rejects.toThrow(/not empty:\n {2}films: 1 documents/);
    expect(await ask(move.target.handle, "GET", "/_alias?expand_wildcards=all")).toEqual({ films: { aliases: {} } });
  });

  it("overwrites nothing newer when it is told to copy into an index that is there", async () => {
    await ask(
      move.target.handle,
      "PUT",
      "/films",
      '{"settings":{"analysis":{"analyzer":{"own":{"type":"standard"}}}},"mappings":{"properties":{"title":{"type":"text","analyzer":"own"}}}}',
    );
    for (const title of ["one", "two", "three"])
      await ask(move.target.handle, "PUT", "/films/_doc/f7?refresh=true", `{"title":"${title}"}`);
    await ask(move.target.handle, "PUT", "/films/_doc/own?refresh=true", "{}");
    const { equal, printed } = await move.run({ intoExisting: true, only: "films" });
    expect(printed).toContain("1 newer in the target, kept");
    expect(equal).toBe(true);
    expect(await ask(move.target.handle, "GET", "/films/_doc/f7")).toMatchObject({
      _version: 3,
      _source: { title: "three" },
    });
    expect(await ask(move.target.handle, "GET", "/films/_count")).toMatchObject({ count: documents });
  });

  it("says which index the target does not take", async () => {
    await ask(move.target.handle, "PUT", "/films", "{}");
    await expect(move.run({ intoExisting: true, only: "films" })).rejects.toThrow(
      "films cannot be made ready in the target: analyzer [own] has not been configured",
    );
  });

  it("copies what a pattern names, and no templates then", async () => {
    await move.run({ only: "films" });
    expect(await ask(move.target.handle, "GET", "/_alias?expand_wildcards=all")).toHaveProperty("films");
    expect((await move.target.handle({ method: "HEAD", path: "/.users" })).status).toBe(404);
    expect(await ask(move.target.handle, "GET", "/_template")).toEqual({});
  });

  it("goes on after it was stopped, without a document twice", async () => {
    const stop = new AbortController();
    let bulks = 0;
    move.between = (engine) => async (request) => {
      if (request.path === "/films/_bulk" && ++bulks === 3) stop.abort(new Error("stopped"));
      return engine(request);
    };
    await expect(move.run({ stop })).rejects.toThrow();
    const films = stringifyJson(await ask(move.target.handle, "GET", "/films/_settings"));
    expect(films).not.toContain("refresh_interval");
    move.between = (engine) => engine;
    const { equal, printed } = await move.run();
    expect(printed).toContain("Going on where an earlier run ended");
    expect(equal).toBe(true);
    expect(await ask(move.target.handle, "GET", "/films/_doc/f5")).toMatchObject({ _version: 1 });
  });

  it.each([
    ["on another machine", { host: "elsewhere", pid: 1, left: 30_000 }, false],
    ["on another machine whose lock ran out", { host: "elsewhere", pid: 1, left: -1 }, true],
    ["of a living process here", { host: hostname(), pid: process.ppid, left: 30_000 }, false],
    ["of a process here that is gone", { host: hostname(), pid: 2 ** 22 + 1, left: 30_000 }, true],
  ])("meets the lock of a run %s", async (_, { left, ...holder }, goesOn) => {
    const source = openFolderSource(move.folder("source"));
    await source.close();
    await ask(
      move.target.handle,
      "PUT",
      `/${MOVE_NOTES}/_doc/run`,
      JSON.stringify({
        source: source.id,
        from: "source",
        holder: "other",
        templates: false,
        until: Date.now() + left,
        ...holder,
      }),
    );
    const result = move.run({ only: "films" });
    if (goesOn) expect((await result).equal).toBe(true);
    else
      await expect(result).rejects.toThrow(
        /Another migration into this target is running \(process \d+ on .+its lock ends in \d+ s/,
      );
  });

  it("refuses to go on with the data of another folder", async () => {
    const stop = new AbortController();
    move.between = (engine) => async (request) => {
      if (request.path.endsWith("/_bulk")) stop.abort(new Error("stopped"));
      return engine(request);
    };
    await expect(move.run({ stop })).rejects.toThrow();
    move.between = (engine) => engine;
    await fill(move.folder("other"));
    await expect(move.run({ from: "other" })).rejects.toThrow(/unfinished migration of other data .*source/);
  });

  it("waits for a busy target and makes its bulks smaller", async () => {
    const sizes: number[] = [];
    move.between = (engine) => async (request) => {
      if (!request.path.endsWith("/_bulk")) return engine(request);
      sizes.push(String(request.body).length);
      if (sizes.length === 1) return { status: 413, contentType: "text/plain", body: "too large" };
      if (sizes.length === 3)
        return {
          status: 429,
          contentType: "application/json",
          body: '{"error":{"type":"es_rejected_execution_exception","reason":"busy"},"status":429}',
        };
      return engine(request);
    };
    const { equal } = await move.run({ only: "films" });
    expect(equal).toBe(true);
    expect(sizes[1]).toBeLessThanOrEqual((sizes[0] ?? 0) / 2 + 100);
  });

  it("names the documents that a target lost or changed", async () => {
    move.between = (engine) => async (request) => {
      if (request.path === "/films/_bulk") {
        const body = String(request.body)
          .replace('"title":"Film 20"', '"title":"Film 21"')
          .replace(/\{"index":\{"_id":"f30"[^\n]*\n[^\n]*\n/, "");
        const answer = await engine({ ...request, body });
        return {
          ...answer,
          body: answer.body.replace(
            '"items":[',
            `"items":[${body.length < String(request.body).length - 60 ? '{"index":{"_id":"f30","status":201}},' : ""}`,
          ),
        };
      }
      return engine(request);
    };
    const { equal, printed } = await move.run({ only: "films" });
    expect(equal).toBe(false);
    expect(printed).toMatch(/films +1,199 +1,198 .*DIFFERENT/);
    expect(printed).toMatch(/films differs:\n {2}"f20": another content\n {2}"f30": not in the target/);
    move.between = (engine) => engine;
    // The next run mends both.
    expect((await move.run({ only: "films" })).printed).toMatch(/films +1,199 +1,199 +[0-9a-f]{32} +equal/);
  });

  it("says which process has the folder", async () => {
    const engine = await openEmbeddedEngine({ folder: move.folder("source") });
    await expect(move.run()).rejects.toThrow(/in use by another engine \(process \d+\)/);
    await engine.close();
    await expect(move.run({ from: "nowhere" })).rejects.toThrow("There is no embedded data");
  });

  it("brings indices back into a data folder", async () => {
    await move.run();
    const back = await openEmbeddedEngine({ folder: move.folder("back") });
    const caller = { engine: move.remote.engine, patience: 0 };
    const source = engineSource({
      caller,
      product: await productOf(move.remote.engine),
      label: "remote",
      close: () => Promise.resolve(),
    });
    const printed: string[] = [];
    const bring = async (only: string | undefined) =>
      migrate({
        source,
        target: { caller: { engine: back.handle, patience: 0 }, product: await productOf(back.handle), label: "back" },
        options: { wanted: nameFilter(only), part: only !== undefined, intoExisting: false, dryRun: false },
        output: { live: false, write: (text) => printed.push(text) },
        stop: new AbortController(),
      });
    await expect(bring(undefined)).rejects.toThrow(/old: closed: open it, or leave it out/);
    expect(await bring("*,-old")).toBe(true);
    expect(printed.join("")).toMatch(/films +1,199 +1,199 +[0-9a-f]{32} +equal/);
    expect(
      (await askJson({ engine: back.handle, patience: 0 }, { method: "GET", path: "/films/_doc/f7" })).body,
    ).toMatchObject({ _version: 2 });
    expect(await ask(back.handle, "GET", "/_alias?expand_wildcards=all")).toEqual({
      films: { aliases: { cinema: expect.anything() as unknown } },
    });
    await back.close();
  });

  it("refuses to mix its users with those of a ReactiveSearch server, with --into-existing too, and moves the rest beside them", async () => {
    const cluster = filledCluster();
    await fillCluster(move.target.handle, cluster);
    const names = cluster.indices.map(({ name }) => name);
    const before = await stateOf(move.target.handle, names);
    for (const intoExisting of [false, true])
      await expect(move.run({ intoExisting })).rejects.toThrow(
        /\.users: a ReactiveSearch server has been on the target, .*--only '\*,-\.\*'/,
      );
    expect((await move.run({ only: "*,-.*" })).equal).toBe(true);
    expect(changed(before, await stateOf(move.target.handle, names))).toEqual([]);
    expect((await ask(move.target.handle, "GET", "/films/_count"))["count"]).toBeDefined();
  });

  it("brings the indices of such a cluster into the data folder, and not what the server keeps", async () => {
    await fillCluster(move.target.handle, filledCluster());
    const back = await openEmbeddedEngine({ folder: move.folder("back-of-filled") });
    const source = engineSource({
      caller: { engine: move.remote.engine, patience: 0 },
      product: await productOf(move.remote.engine),
      label: "remote",
      close: () => Promise.resolve(),
    });
    const options = { wanted: nameFilter(undefined), part: false, intoExisting: false, dryRun: false };
    const target = {
      caller: { engine: back.handle, patience: 0 },
      product: await productOf(back.handle),
      label: "back",
    };
    expect(
      await migrate({
        source,
        target,
        options,
        output: { live: false, write: () => undefined },
        stop: new AbortController(),
      }),
    ).toBe(true);
    expect(await ask(back.handle, "GET", "/_alias?expand_wildcards=all")).toEqual({ books: { aliases: {} } });
    await back.close();
  });

  it.each([
    [
      "too old",
      { version: { number: "6.8.23", lucene_version: "7.7.3" }, tagline: "You Know, for Search" },
      "Elasticsearch 6.8.23 is not supported; supported are",
    ],
    [
      "of another kind",
      { version: { number: "1.7.0", distribution: "easysearch" } },
      "easysearch 1.7.0 is not supported",
    ],
    ["none", { hello: "world" }, "it is no search engine"],
  ])("refuses a target that is %s", async (_, root, says) => {
    const engine: Engine = () =>
      Promise.resolve({
        status: 200,
        contentType: "application/json",
        body: JSON.stringify({ cluster_name: "c", ...root }),
      });
    await expect(productOf(engine)).rejects.toThrow(says);
  });
});
