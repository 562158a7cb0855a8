import { afterAll, beforeAll, describe } from "vitest";
import { openRemoteEngine, type RemoteEngine } from "@backend/engine/remote/open";
import { emptyEngine } from "../setup/empty-engine";
import { walkAsGuest } from "../setup/guests/guest-walk";

describe("an Elasticsearch 7 that an older ReactiveSearch server filled", () => {
  let remote: RemoteEngine;
  beforeAll(async () => {
    const url = process.env["ELASTICSEARCH_URL"];
    if (!url) throw new Error("ELASTICSEARCH_URL says where the engine is");
    await emptyEngine(url);
    remote = openRemoteEngine({ nodes: [url] });
  });
  afterAll(() => remote.close());
  walkAsGuest(() => remote, { legacy: true });
});
