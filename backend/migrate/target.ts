import { randomBytes } from "node:crypto";
import { isJsonObject } from "@common/text/json";
import type { Engine } from "../engine/port";
import { defineIndex } from "../engine/embedded/index/create";
import { productOf as knownProduct } from "../engine/remote/products";
import { askJson, pathOf, Refusal, type Caller } from "./call";
import { creationBody } from "./definition";
import { MigrationError, type SourceIndex } from "./types";

/** What an engine says of itself. */
export type Product = { name: "OpenSearch" | "Elasticsearch" | "embedded"; version: string; id: string };

/** Where documents go. */
export type Target = {
  caller: Caller;
  product: Product;
  /** As shown in messages: a URL or a folder. */ label: string;
};

/** Asks an engine who it is. Throws `MigrationError` where it is none that is supported, or cannot be reached. */
export async function productOf(engine: Engine): Promise<Product> {
  const { body } = await askJson({ engine, patience: 0 }, { method: "GET", path: "/" });
  const version = isJsonObject(body["version"]) ? body["version"] : {};
  const id = String(body["cluster_uuid"]);
  if (version["build_type"] === "embedded") return { name: "embedded", version: String(version["number"]), id };
  const known = knownProduct(body, undefined);
  if ("problem" in known) throw new MigrationError(known.problem);
  return { name: known.name, version: known.version, id };
}

/** The health of a cluster: `green`, `yellow` or `red`. */
export async function healthOf(caller: Caller): Promise<string> {
  const { body } = await askJson(caller, { method: "GET", path: "/_cluster/health" });
  return String(body["status"]);
}

/** An index that is there: open or not, and its documents where they were counted. */
export type Present = { indices: Map<string, { open: boolean; documents: number }>; aliases: Set<string> };

/**
 * The indices and aliases of an engine, hidden and closed ones too; documents are counted in the open indices that
 * `counted` names.
 */
export async function presentIn(caller: Caller, counted: (name: string) => boolean): Promise<Present> {
  // Which wildcard finds an index tells whether it is open; unlike the cluster's state, everyone may ask for that.
  const list = async (wildcards: string) =>
    Object.entries(
      (await askJson(caller, { method: "GET", path: "/_all/_alias", query: { expand_wildcards: wildcards } }, [404]))
        .body,
    );
  const indices: Present["indices"] = new Map();
  const aliases = new Set<string>();
  for (const [state, wildcards] of [
    ["open", "open,hidden"],
    ["close", "closed,hidden"],
  ] as const) {
    for (const [name, facts] of await list(wildcards)) {
      if (!isJsonObject(facts) || indices.has(name)) continue;
      const open = state === "open";
      indices.set(name, { open, documents: open && counted(name) ? await countOf(caller, name) : 0 });
      for (const alias of Object.keys(isJsonObject(facts["aliases"]) ? facts["aliases"] : {})) aliases.add(alias);
    }
  }
  return { indices, aliases };
}

/** The number of documents that searches of an index find. */
export async function countOf(caller: Caller, index: string): Promise<number> {
  const { body } = await askJson(caller, { method: "GET", path: `${pathOf(index)}/_count` });
  return Number(body["count"]);
}

/** Settings of the source that a target does not know are left out only where answers do not depend on them. */
const MATTERS = /^index\.(analysis|similarity|sort|mapping)\./;

/**
 * Finds out whether a target takes an index's settings and mappings, without making anything: a cluster validates a
 * template that it is only asked to simulate, the embedded engine a definition that is thrown away. Returns what would
 * be left out, and the problem in the target's words. A target that cannot be asked (an old one) answers when the index
 * is made.
 */
export async function tryIndex(
  { caller, product }: Target,
  index: SourceIndex,
): Promise<{ without: Set<string>; problem: string | undefined }> {
  const without = new Set<string>();
  for (;;) {
    const problem = await attempt({ caller, product, index, without });
    const unknown = /unknown setting \[(index\.[^\]]+)\]/.exec(problem ?? "")?.[1];
    if (unknown === undefined || MATTERS.test(unknown) || without.has(unknown)) return { without, problem };
    without.add(unknown);
  }
}

async function attempt({
  caller,
  product,
  index,
  without,
}: {
  caller: Caller;
  product: Product;
  index: SourceIndex;
  without: ReadonlySet<string>;
}): Promise<string | undefined> {
  const { settings, mappings } = creationBody(index, without);
  try {
    if (product.name === "embedded") {
      defineIndex({ name: index.name, request: { settings, mappings, aliases: {} } });
      return undefined;
    }
    const body = {
      index_patterns: [`searchdeck-trial-${randomBytes(8).toString("hex")}`],
      template: { settings, mappings },
    };
    await askJson(caller, { method: "POST", path: "/_index_template/_simulate", body }, [404, 405]);
    return undefined;
  } catch (error) {
    // A cluster that is only busy or out of reach is no judge of a mapping.
    if (error instanceof Refusal && error.status >= 500) throw error;
    if (error instanceof Refusal) return error.reason;
    if (error instanceof Error && !(error instanceof MigrationError)) return error.message;
    throw error;
  }
}
