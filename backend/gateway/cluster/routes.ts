import * as z from "zod";
import { rootFor } from "../../engine/product-check";
import { json, jsonText } from "../http/reply";
import type { Route } from "../http/types";
import type { Services } from "../services";
import { callEngine } from "../store/engine-client";

const text = z.string().catch("");

// The real server answers through a typed struct: what it does not know, `cluster_uuid` and the distribution, is lost [recorded].
const PingSchema = z.object({
  name: text,
  cluster_name: text,
  version: z
    .object({
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

/** `/`, `/arc/health`, `/arc/_health`: is it there, and which version. */
export function clusterRoutes({ engine }: Pick<Services, "engine">): Route[] {
  return [
    {
      methods: ["GET", "HEAD"],
      path: "/",
      access: { kind: "signed-in" },
      log: false,
      handle: async ({ signal, headers }) => json(rootFor(headers, PingSchema.parse((await callEngine(engine, { method: "GET", path: "/", signal })).body))),
    },
    {
      methods: ["GET", "HEAD"],
      path: "/arc/health",
      access: { kind: "open" },
      log: false,
      handle: async ({ signal }) => {
        await callEngine(engine, { method: "GET", path: "/", signal });
        return jsonText("");
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
