import { plainRequest } from "@common/search-relevance/visitors/request";
import { stringifyJson } from "@common/text/json";
import { curlCommand } from "~/lib/data/curl";
import { searchUrl } from "./call.server";
import type { Connection, Snippet } from "./connection";

/** For a POSIX shell. */
export function curlSnippet(connection: Connection): Snippet {
  const text = curlCommand({
    method: "POST",
    url: searchUrl(connection),
    username: connection.credentials,
    headers: [["Content-Type", "application/json"]],
    body: stringifyJson(plainRequest(connection.words, connection.usual)),
  });
  return { key: "curl", label: "curl", run: "Paste into a shell.", files: [{ name: "", text }] };
}
