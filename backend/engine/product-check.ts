import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject } from "@common/text/json";

// Elastic's clients refuse to work before they have seen words that only Elasticsearch says, though all they send
// afterwards is its REST API:
// - 8 and 9: this header on every answer of the 200s (@elastic/transport 8 and 9, elasticsearch-py 8 and 9);
// - 7.14 to 7.17: `GET /` with this header where the version is 7.14 or later, else with the tagline and flavor below,
//   and never with a
//   version before 6 (@elastic/elasticsearch 7.17 `Transport.productCheck`, elasticsearch-py 7.17 `_ProductChecker`).

/** The header that Elastic's clients look for on every answer. */
export const PRODUCT_HEADER = { "X-Elastic-Product": "Elasticsearch" } as const;

const CHECKED = { tagline: "You Know, for Search", flavor: "default" };
/**
 * The version whose API OpenSearch branched off from, which it can be told to name itself for the sake of such clients.
 */
const COMPATIBLE = "7.10.2";

/**
 * What `GET /` answers, in the words that Elastic's clients check where one of them asks: they alone send
 * `X-Elastic-Client-Meta`. Everybody else learns what the engine says of itself.
 */
export function rootFor(headers: IncomingHttpHeaders, root: JsonObject): JsonObject {
  const version = root["version"];
  if (headers["x-elastic-client-meta"] === undefined || !isJsonObject(version)) return root;
  const number = String(version["number"]);
  const compatible = Number(number.split(".")[0]) >= 6 ? number : COMPATIBLE;
  return {
    ...root,
    version: { ...version, number: compatible, build_flavor: CHECKED.flavor },
    tagline: CHECKED.tagline,
  };
}
