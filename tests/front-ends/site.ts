import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import { openRemoteEngine } from "@backend/engine/remote/open";
import type { Engine } from "@backend/engine/port";
import { startBackend } from "@backend/start";
import { stringifyJson } from "@common/text/json";
import { bundleFrontEnds, installFrontEnds } from "./build.mjs";
import { readFilms } from "./films";

export type EngineName = "embedded" | "OpenSearch";
export type PageName = "reactivesearch" | "searchkit" | "analytics";
/** The pages on a server of their own, in front of a back end that holds the films. */
export type Site = {
  /** Where the back end is, and what its admin signs in with. */
  backend: { url: string; username: string; password: string };
  index: string;
  address: (page: PageName, query: Record<string, string>) => string;
  close: () => Promise<void>;
};

/** The engines to try: ours, and the one at OPENSEARCH_URL. */
export function enginesToTry(): EngineName[] {
  return process.env["OPENSEARCH_URL"] ? ["embedded", "OpenSearch"] : ["embedded"];
}

const BODIES = {
  reactivesearch: '<div id="page"></div>',
  searchkit: ["box", "genre", "rating", "sort", "stats", "hits", "pages"]
    .map((id) => `<div id="${id}"></div>`)
    .join(""),
  analytics:
    '<form id="form"><input id="box" aria-label="Search"><button>Search</button></form><ol id="films"></ol><p id="done"></p>' +
    '<button id="suggestion">Suggestion</button><button id="save">Save</button>',
};

async function openEngine(name: EngineName): Promise<{ engine: Engine; close: () => Promise<void> }> {
  if (name === "OpenSearch") return openRemoteEngine({ nodes: [process.env["OPENSEARCH_URL"] ?? ""] });
  const folder = await mkdtemp(join(tmpdir(), "searchdeck-front-ends-"));
  const embedded = await openEmbeddedEngine({ folder });
  const close = async () => {
    await embedded.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { engine: embedded.handle, close };
}

/** Starts back end and pages over an engine, with the films imported into an index of the server's own template. */
export async function openSite(name: EngineName): Promise<Site> {
  installFrontEnds();
  const scripts = await bundleFrontEnds();
  const { engine, close: closeEngine } = await openEngine(name);
  const [username, password, index] = ["admin", "front-ends", `films-${randomBytes(4).toString("hex")}`];
  const backend = await startBackend({ engine, port: 0, adminUsername: username, adminPassword: password });
  const headers = {
    Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    "Content-Type": "application/x-ndjson",
  };

  async function call(path: string, init: RequestInit = {}): Promise<unknown> {
    const answer = await fetch(`${backend.url}${path.replace("{index}", index)}`, { headers, ...init });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  }

  const lines = readFilms().flatMap(({ id, source }) => [stringifyJson({ index: { _id: id } }), stringifyJson(source)]);
  const filled = await call("/{index}/_bulk?refresh=true", { method: "POST", body: `${lines.join("\n")}\n` });
  if (JSON.stringify(filled).includes('"errors":true')) throw new Error("not every film was taken");

  const settings = JSON.stringify({ url: backend.url, index, credentials: `${username}:${password}` });
  const pages = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://pages").pathname;
    const [, page = "", script] = /^\/(reactivesearch|searchkit|analytics)(\.js)?$/.exec(path) ?? [];
    if (page !== "reactivesearch" && page !== "searchkit" && page !== "analytics") return response.writeHead(404).end();
    if (script !== undefined)
      return response.writeHead(200, { "Content-Type": "text/javascript; charset=utf-8" }).end(scripts[page]);
    const data = `<script type="application/json" id="settings">${settings}</script>`;
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    return response.end(
      `<!doctype html><meta charset="utf-8"><title>${page}</title>${BODIES[page]}${data}<script src="/${page}.js"></script>`,
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  const { port } = pages.address() as AddressInfo;

  return {
    backend: { url: backend.url, username, password },
    index,
    address: (page, query) => {
      const filled = Object.entries(query).map(([key, value]) => [key, value.replace("{index}", index)]);
      return `http://127.0.0.1:${port}/${page}?${new URLSearchParams(filled).toString()}`;
    },
    close: async () => {
      await new Promise((resolve) => pages.close(resolve));
      await call("/{index}", { method: "DELETE" });
      await backend.close();
      await closeEngine();
    },
  };
}
