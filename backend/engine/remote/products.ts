import * as z from "zod";
import type { EngineRequest } from "../port";

/** How a product tells beforehand what its user may do; `none` where only a refused call tells. */
export type RightsQuestion = "has-privileges" | "permission-check" | "none";

/** What a cluster says it is. `version` is for people; `differences` is its row of the table. */
export type Product = { name: "Elasticsearch" | "OpenSearch"; version: string; differences: Differences };

/** One row of the table. */
export type Differences = {
  /**
   * How a call says how long it waits for the elected node. `cluster_manager_timeout` came with OpenSearch 2, whose
   * newer versions drop the older word.
   */
  timeout: "master_timeout" | "cluster_manager_timeout";
  /** How `_cat` names the elected node: `_cat/master` or, from OpenSearch 2 on, `_cat/cluster_manager`. */
  elected: "master" | "cluster_manager";
  /**
   * Document types: whether `include_type_name` is known. Where types are gone `false`, which changes nothing, is
   * refused as an unknown parameter.
   */
  typeName: "known" | "refused";
  /**
   * Deprecations in the `Warning` header that our own calls bring about: hidden indices with a dot, and old templates
   * (`_template`), which all of these take.
   */
  expectedWarnings: readonly RegExp[];
  /**
   * The oldest minor version that is taken; 0 where it is not given. Hidden indices, `index.hidden` and
   * `expand_wildcards=hidden`, came with Elasticsearch 7.7.
   */
  oldestMinor?: number;
  /** How the cluster tells beforehand what its user may do. */
  rights: RightsQuestion;
};

const DOT_NAME = /^index name \[\.[^\]]*\] starts with a dot/i;
const DOT_NAME_8 = /^Index \[\.[^\]]*\] name begins with a dot/i;
const SYSTEM_ACCESS =
  /^this request accesses (system indices|indices that start with a dot|aliases with names reserved)/i;
const OLD_TEMPLATE =
  /^(Legacy index templates are deprecated|legacy template \[default_template\]|index \[[^\]]*\] matches multiple legacy templates \[([^\]]*, *)?default_template\b)/i;

/**
 * All that differs between the supported products, by product and major version. What is the same in all of them has no
 * row: `hits.total` is an object unless `rest_total_hits_as_int` asks for a number, `_template` is taken, and plain
 * `application/json` means the version's own form of the API.
 */
export const PRODUCTS: Readonly<Record<string, Differences>> = {
  "Elasticsearch 7": {
    oldestMinor: 7,
    timeout: "master_timeout",
    elected: "master",
    typeName: "known",
    expectedWarnings: [DOT_NAME, SYSTEM_ACCESS, OLD_TEMPLATE],
    rights: "has-privileges",
  },
  "Elasticsearch 8": {
    timeout: "master_timeout",
    elected: "master",
    typeName: "refused",
    expectedWarnings: [DOT_NAME, DOT_NAME_8, SYSTEM_ACCESS, OLD_TEMPLATE],
    rights: "has-privileges",
  },
  "Elasticsearch 9": {
    timeout: "master_timeout",
    elected: "master",
    typeName: "refused",
    expectedWarnings: [DOT_NAME, DOT_NAME_8, SYSTEM_ACCESS, OLD_TEMPLATE],
    rights: "has-privileges",
  },
  "OpenSearch 1": {
    timeout: "master_timeout",
    elected: "master",
    typeName: "known",
    expectedWarnings: [DOT_NAME, SYSTEM_ACCESS, OLD_TEMPLATE],
    rights: "none",
  },
  "OpenSearch 2": {
    timeout: "cluster_manager_timeout",
    elected: "cluster_manager",
    typeName: "refused",
    expectedWarnings: [DOT_NAME, SYSTEM_ACCESS, OLD_TEMPLATE],
    rights: "none",
  },
  "OpenSearch 3": {
    timeout: "cluster_manager_timeout",
    elected: "cluster_manager",
    typeName: "refused",
    expectedWarnings: [DOT_NAME, SYSTEM_ACCESS, OLD_TEMPLATE],
    rights: "permission-check",
  },
};

// `compatibility.override_main_response_version` makes OpenSearch say 7.10.2; what it can talk to on the wire still
// tells the major version.
const OPENSEARCH_BY_WIRE: Readonly<Record<string, string>> = { "6.8.0": "1", "7.10.0": "2", "2.19.0": "3" };

const RootSchema = z.object({
  cluster_name: z.string(),
  tagline: z.string().catch(""),
  version: z.object({
    number: z.string(),
    distribution: z.string().optional().catch(undefined),
    build_flavor: z.string().catch(""),
    lucene_version: z.string().catch(""),
    minimum_wire_compatibility_version: z.string().catch(""),
  }),
});

const SUPPORTED = "supported are Elasticsearch 7 (from 7.7 on), 8 and 9 and OpenSearch 1, 2 and 3";

/**
 * Reads what `GET /` answers, parsed, and the `X-Elastic-Product` header, which Elasticsearch sends since 7.14. Gives
 * the product, or one sentence that says why it cannot be used.
 */
export function productOf(root: unknown, productHeader: string | undefined): Product | { problem: string } {
  const parsed = RootSchema.safeParse(root);
  if (!parsed.success) return { problem: "something answers there, but it is no search engine" };
  const { tagline, version } = parsed.data;
  const isOpenSearch = version.distribution === "opensearch" || tagline.startsWith("The OpenSearch Project");
  if (!isOpenSearch && version.distribution !== undefined)
    return { problem: `${version.distribution} ${version.number} is not supported; ${SUPPORTED}` };
  if (!isOpenSearch && productHeader !== "Elasticsearch" && version.lucene_version === "")
    return { problem: "something answers there, but it is no search engine" };
  if (version.build_flavor === "serverless")
    return { problem: "Elasticsearch Serverless is not supported, it has no shards, replicas or old templates" };
  const name = isOpenSearch ? "OpenSearch" : "Elasticsearch";
  const hidden =
    isOpenSearch && version.number === "7.10.2"
      ? OPENSEARCH_BY_WIRE[version.minimum_wire_compatibility_version]
      : undefined;
  const major = hidden ?? version.number.split(".")[0] ?? "";
  const differences = PRODUCTS[`${name} ${major}`];
  const minor = Number(version.number.split(".")[1] ?? 0);
  if (!differences || minor < (differences.oldestMinor ?? 0))
    return { problem: `${name} ${version.number} is not supported; ${SUPPORTED}` };
  return {
    name,
    version: hidden === undefined ? version.number : `${hidden}.x (it says ${version.number})`,
    differences,
  };
}

const TIMEOUTS = ["master_timeout", "cluster_manager_timeout"];
const ELECTED = /^\/_cat\/(master|cluster_manager)$/;

/** True where a call must be put into the words of the product before it is sent. */
export function isWordedByProduct({ path, query = {} }: Pick<EngineRequest, "path" | "query">): boolean {
  return (
    ELECTED.test(path) || query["include_type_name"] !== undefined || TIMEOUTS.some((name) => query[name] !== undefined)
  );
}

/** A call in the words of the product. */
export function wordedFor({ differences }: Product, request: EngineRequest): EngineRequest {
  const { include_type_name: typeName, ...query } = request.query ?? {};
  const kept =
    typeName === undefined || (typeName === "false" && differences.typeName === "refused")
      ? query
      : { ...query, include_type_name: typeName };
  const renamed = Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [TIMEOUTS.includes(name) ? differences.timeout : name, value]),
  );
  return { ...request, path: request.path.replace(ELECTED, `/_cat/${differences.elected}`), query: renamed };
}

/** The texts of `Warning` headers, as RFC 7234 writes them: `299 OpenSearch-2.19.1-… "text"`. */
export function warningTexts(header: string | string[] | undefined): string[] {
  const all = header === undefined ? [] : [header].flat();
  return all.flatMap((one) =>
    [...one.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text.replace(/\\(.)/g, "$1")),
  );
}
