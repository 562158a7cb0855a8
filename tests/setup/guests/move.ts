import { cpSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { isJsonObject, parseJson, type JsonObject } from "@common/text/json";
import { engineServer } from "@backend/engine/embedded/http/server";
import { openEmbeddedEngine, type EmbeddedEngine } from "@backend/engine/embedded/open";
import type { Engine } from "@backend/engine/port";
import { openRemoteEngine } from "@backend/engine/remote/open";
import { openFolderSource } from "@backend/migrate/folder-source";
import { nameFilter } from "@backend/migrate/pattern";
import { migrate, type MigrateOptions } from "@backend/migrate/run";
import { productOf } from "@backend/migrate/target";
import { startBackend } from "@backend/start";

/** Documents that the index `films` was given; one of them was deleted. */
export const documents = 1_200;

/** One call of an engine, its answer parsed. Throws where it is not 2xx. */
export async function ask(
  engine: Engine,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: string,
): Promise<JsonObject> {
  const answer = await engine({
    method,
    path: path.split("?")[0] ?? "",
    query: Object.fromEntries(new URLSearchParams(path.split("?")[1] ?? "")),
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
  const value = parseJson(answer.body);
  return isJsonObject(value) ? value : {};
}

/** A data folder as it is after some time of use. */
export async function fill(folder: string): Promise<void> {
  const engine = await openEmbeddedEngine({ folder });
  const backend = await startBackend({
    engine: engine.handle,
    port: 0,
    adminUsername: "admin",
    adminPassword: "moving-house",
  });
  const { handle } = engine;
  await ask(
    handle,
    "PUT",
    "/films",
    '{"settings":{"index":{"number_of_replicas":0,"analysis":{"analyzer":{"own":{"tokenizer":"standard","filter":["lowercase"]}}}}},"mappings":{"properties":{"title":{"type":"text","analyzer":"own"}}},"aliases":{"cinema":{"filter":{"term":{"year":1999}}}}}',
  );
  const lines = Array.from(
    { length: documents },
    (_, at) =>
      `{"index":{"_id":"f${at}"}}\n{"title":"Film ${at}","year":${1950 + (at % 70)},"exact":90071992547409${String(at).padStart(4, "0")}}\n`,
  );
  await ask(handle, "POST", "/films/_bulk", lines.join(""));
  await ask(handle, "PUT", "/films/_doc/f7?refresh=true", '{"title":"Film 7,\\nagain",\n  "year":2001}');
  await ask(handle, "DELETE", "/films/_doc/f8");
  await ask(handle, "PUT", "/old/_doc/a%2Fb", '{"n":1}');
  await ask(handle, "PUT", "/old/_settings", '{"index":{"blocks":{"write":true}}}');
  await ask(handle, "POST", "/old/_close");
  await ask(handle, "PUT", "/_template/shelves", '{"index_patterns":["shelf-*"],"settings":{"number_of_replicas":0}}');
  await ask(
    handle,
    "PUT",
    "/_component_template/wood",
    '{"template":{"mappings":{"properties":{"wood":{"type":"keyword"}}}}}',
  );
  await ask(
    handle,
    "PUT",
    "/_index_template/boards",
    '{"index_patterns":["board-*"],"composed_of":["wood"],"priority":3}',
  );
  await backend.close();
  await engine.close();
}

type Run = Partial<Omit<MigrateOptions, "wanted">> & { only?: string; from?: string; stop?: AbortController };

/** A data folder that is moved, and the engine it is moved into. */
export type Move = {
  /** A folder of this test file by its name; `source` is the one that is moved. */
  folder: (name: string) => string;
  readonly target: EmbeddedEngine;
  /** The target as it is reached over HTTP. */
  readonly remote: ReturnType<typeof openRemoteEngine>;
  /** What stands between the migration and the target; replaced by tests that break something. */
  between: (engine: Engine) => Engine;
  /** Moves; gives whether all was equal, and what was printed. */
  run: (options?: Run) => Promise<{ equal: boolean; printed: string }>;
};

/** Prepares a move anew before each test of a file: a data folder of some time of use, and an empty target. */
export function useMove(): Move {
  let base = "";
  let closeServer: () => Promise<void>;
  const folder = (name: string) => join(base, name);

  async function run(options: Run = {}) {
    const printed: string[] = [];
    const stop = options.stop ?? new AbortController();
    const source = openFolderSource(folder(options.from ?? "source"));
    try {
      const engine = move.between(move.remote.engine);
      const equal = await migrate({
        source,
        target: {
          caller: { engine, patience: 3_000, signal: stop.signal },
          product: await productOf(move.remote.engine),
          label: "the target",
        },
        options: {
          wanted: nameFilter(options.only),
          part: options.only !== undefined,
          intoExisting: options.intoExisting ?? false,
          dryRun: options.dryRun ?? false,
        },
        output: { live: false, write: (text) => printed.push(text) },
        stop,
      });
      return { equal, printed: printed.join("") };
    } finally {
      await source.close();
    }
  }

  let opened: Pick<Move, "target" | "remote"> | undefined;
  function present(): Pick<Move, "target" | "remote"> {
    if (opened === undefined) throw new Error("the engines are there inside a test");
    return opened;
  }
  const move: Move = {
    folder,
    run,
    between: (engine) => engine,
    get target() {
      return present().target;
    },
    get remote() {
      return present().remote;
    },
  };

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), "searchdeck-migrate-"));
    await fill(folder("kept"));
  });

  afterAll(() => rmSync(base, { recursive: true, force: true }));

  beforeEach(async () => {
    move.between = (engine) => engine;
    cpSync(folder("kept"), folder("source"), { recursive: true });
    const target = await openEmbeddedEngine({ folder: folder("target") });
    const server = engineServer(target.handle);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    opened = {
      target,
      remote: openRemoteEngine({ nodes: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] }),
    };
    closeServer = () => new Promise((resolve) => server.close(() => resolve()));
  });

  afterEach(async () => {
    await move.remote.close();
    await closeServer();
    await move.target.close();
    for (const name of ["source", "target"]) rmSync(folder(name), { recursive: true, force: true });
  });

  return move;
}
