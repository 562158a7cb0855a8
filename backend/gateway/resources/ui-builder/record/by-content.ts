import { createHash } from "node:crypto";
import { empty, json, type Reply } from "@backend/gateway/platform/http/reply";
import type { Context } from "@backend/gateway/platform/http/types";

// A browser keeps it for its own caller and asks each time whether it is still so.
const KEPT = { "Cache-Control": "private, no-cache" };

/**
 * A record that visitors read again and again, with the hash of what it says: whoever names that hash is told 304, and
 * nothing is sent. What two callers may read of it differs, and so do their hashes.
 */
export function byContent(body: unknown, { headers }: Pick<Context, "headers">): Reply {
  const reply = json(body);
  const etag = `"${createHash("sha256").update(reply.body).digest("base64url")}"`;
  const known = (headers["if-none-match"] ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*")) return empty(304, { ...KEPT, ETag: etag });
  return { ...reply, headers: { ...reply.headers, ...KEPT, ETag: etag } };
}
