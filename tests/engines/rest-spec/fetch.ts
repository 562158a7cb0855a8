import { join } from "node:path";
import { fetched } from "../../../scripts/real-engine/fetch.mjs";

/**
 * The folder with Elasticsearch's own REST tests (`test/`) and API descriptions (`api/`), Apache 2.0, fetched once by
 * Maven into a cache outside the repository. Nothing of them is copied into the project.
 */
export function restSpecFolder(): string {
  return join(fetched("rest-api-spec-7.10.2"), "rest-api-spec");
}
