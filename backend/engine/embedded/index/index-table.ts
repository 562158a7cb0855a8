import type { SqliteDatabase } from "@common/storage/sqlite";
import { EngineError, illegalArgument, indexNotFound } from "../errors";
import { resolveDateMath } from "./date-math";
import type { Found, NameOptions } from "./expressions";
import { filterOf, findIndices } from "./expressions";
import { type IndexDefinition, type IndexState, readDefinition } from "./index-state";
import type { IndexResolver, ResolvedIndex, ResolveOptions } from "./types";

/** The indices of a data folder that are not dropped, in the order of creation; `mapping` as text. */
export function registeredIndices(
  database: SqliteDatabase,
): { number: number; definition: IndexDefinition; mapping: string }[] {
  return database
    .prepare<{ number: number; definition: string; mapping: string }>(
      "SELECT number, definition, mapping FROM registry WHERE dropped = 0 ORDER BY number",
    )
    .all()
    .map(({ number, definition, mapping }) => ({ number, definition: readDefinition(definition), mapping }));
}

/** The indices of an engine by their names and aliases: all that calls need which only read. */
export class IndexTable implements IndexResolver {
  protected readonly indices = new Map<string, IndexState>();

  /** Every index, in the order of creation. */
  all(): IndexState[] {
    return [...this.indices.values()];
  }

  get(name: string): IndexState | undefined {
    return this.indices.get(name);
  }

  resolve(expression: string | undefined, options?: Partial<ResolveOptions>): ResolvedIndex[] {
    return this.find(expression, options).map((found) => {
      const filter = filterOf(found);
      return filter ? { index: found.index, filter } : { index: found.index };
    });
  }

  /** The indices of an expression, with the aliases that led to them. */
  find(expression: string | undefined, options?: Partial<NameOptions>): Found[] {
    return findIndices({ indices: this.indices, expression, options });
  }

  /**
   * The one index that a document call means: by name, or by an alias of one index or with a write index. Undefined
   * when there is none yet.
   */
  target(expression: string, use: "read" | "write"): IndexState | undefined {
    const name = resolveDateMath(expression);
    const named = this.indices.get(name);
    if (named) return requireOpen(named);
    const holders = this.all().filter((index) => index.aliases.has(name));
    if (holders.length === 0) return undefined;
    const [only] = holders;
    if (use === "read") {
      if (only && holders.length === 1) return requireOpen(only);
      throw illegalArgument(
        `alias [${name}] has more than one index associated with it [${holders.map((index) => index.name).join(", ")}], can't execute a single index op`,
      );
    }
    const writable =
      holders.find((index) => index.aliases.get(name)?.isWriteIndex) ??
      (holders.length === 1 && only?.aliases.get(name)?.isWriteIndex !== false ? only : undefined);
    if (writable) return requireOpen(writable);
    throw illegalArgument(
      `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
    );
  }
}

function requireOpen(index: IndexState): IndexState {
  if (index.state === "open") return index;
  throw new EngineError(400, "index_closed_exception", "closed", {
    details: { index: index.name, index_uuid: index.uuid },
  });
}

/** The index of a call that needs one that is there. Throws 404 when it is not. */
export function requireIndex(indices: IndexTable, name: string, use: "read" | "write" = "read"): IndexState {
  const index = indices.target(name, use);
  if (!index) throw indexNotFound(resolveDateMath(name));
  return index;
}
