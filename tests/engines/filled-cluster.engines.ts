import { afterAll, beforeAll, describe } from "vitest";
import { openRemoteEngine, type RemoteEngine } from "@backend/engine/remote/open";
import { emptyEngine } from "../setup/empty-engine";
import { walkAsGuest } from "../setup/guests/guest-walk";

describe("a cluster that a ReactiveSearch server filled", () => {
  let remote: RemoteEngine;
  beforeAll(async () => {
    const url = process.env["OPENSEARCH_URL"];
    if (!url) throw new Error("OPENSEARCH_URL says where the engine is");
    await emptyEngine(url);
    remote = openRemoteEngine({ nodes: [url] });
  });
  afterAll(() => remote.close());
  walkAsGuest(() => remote);
});
