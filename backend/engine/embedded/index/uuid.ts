import { randomBytes } from "node:crypto";

/** A universally unique id in the form that Elasticsearch gives its indices: 22 characters of URL-safe base64. */
export function newUuid(): string {
  return randomBytes(16).toString("base64url");
}
