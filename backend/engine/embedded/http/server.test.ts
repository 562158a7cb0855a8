import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedEngine } from "../open";
import { engineServer } from "./server";

let engine: Awaited<ReturnType<typeof openEmbeddedEngine>>;
let server: Server;
let folder: string;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "searchdeck-engine-http-"));
  engine = await openEmbeddedEngine({ folder });
  server = engineServer(engine.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

test("Elastic's clients find the product they look for, others what the engine says of itself", async () => {
  const asked = async (headers: Record<string, string>): Promise<unknown> => (await fetch(url, { headers })).json();
  expect(await asked({ "X-Elastic-Client-Meta": "es=7.17.14,js=20.20.2" })).toMatchObject({
    tagline: "You Know, for Search",
    version: { number: "7.10.2", build_flavor: "default" },
  });
  expect(await asked({})).toMatchObject({
    tagline: expect.not.stringContaining("You Know"),
    version: { number: "7.10.2", build_flavor: "oss" },
  });
  for (const method of ["GET", "HEAD"]) {
    const answer = await fetch(url, { method });
    expect([answer.status, answer.headers.get("x-elastic-product")]).toEqual([200, "Elasticsearch"]);
  }
});

test("there are no data streams, in the words of an engine that has them", async () => {
  expect(await (await fetch(`${url}/_data_stream/*`)).json()).toEqual({ data_streams: [] });
  const missing = await fetch(`${url}/_data_stream/books`);
  expect([missing.status, await missing.json()]).toMatchObject([404, { error: { type: "index_not_found_exception" } }]);
});
