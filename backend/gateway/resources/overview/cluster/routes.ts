import * as z from "zod";
import { rootFor } from "@backend/engine/product-check";
import { json, jsonText } from "@backend/gateway/platform/http/reply";
import type { Route } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { callEngine } from "@backend/gateway/platform/store/engine-client";

const text = z.string().catch("");

// The real server answers through a typed struct: what it does not know, `cluster_uuid` and the distribution, is lost
// [recorded].
const PingSchema = z.object({
  name: text,
  cluster_name: text,
  version: z.object({
    number: text,
    build_flavor: text,
    build_type: text,
    build_hash: text,
    build_date: text,
    build_snapshot: z.boolean().catch(false),
    lucene_version: text,
    minimum_wire_compatibility_version: text,
    minimum_index_compatibility_version: text,
  }),
  tagline: text,
});

const HealthSchema = z.object({ disk: z.object({ reason: z.string() }).optional() });

/** Why the embedded engine takes no writes, if so. It is alive all the same: what is there can be read, and deleted. */
async function diskWarning(engine: Services["engine"]): Promise<string | undefined> {
  return HealthSchema.parse((await callEngine(engine, { method: "GET", path: "/_cluster/health" })).body).disk?.reason;
}

/** `/`, `/arc/health`, `/arc/_health`: is it there, and which version. */
export function clusterRoutes({ engine }: Pick<Services, "engine">): Route[] {
  return [
    {
      methods: ["GET", "HEAD"],
      path: "/",
      access: { kind: "signed-in" },
      log: false,
      handle: async ({ signal, headers }) =>
        json(rootFor(headers, PingSchema.parse((await callEngine(engine, { method: "GET", path: "/", signal })).body))),
    },
    {
      methods: ["GET", "HEAD"],
      path: "/arc/health",
      access: { kind: "open" },
      log: false,
      handle: async ({ signal }) => {
        await callEngine(engine, { method: "GET", path: "/", signal });
        const warning = engine.streams ? undefined : await diskWarning(engine);
        const reply = jsonText("");
        return warning === undefined
          ? reply
          : { ...reply, headers: { ...reply.headers, Warning: `299 searchdeck "${warning}"` } };
      },
    },
    {
      methods: ["GET", "HEAD", "POST"],
      path: "/arc/_health",
      access: { kind: "open" },
      log: false,
      // One process, and it answers.
      handle: async () => json({ health: "ok", node_count: 1, node_count_7d: 1 }),
    },
  ];
}
