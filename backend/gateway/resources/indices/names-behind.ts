import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { enginePath, isSegment } from "../../platform/http/paths";
import { callEngine } from "../../platform/store/engine-client";
import { createShortMemory } from "../../platform/store/short-memory";

const AliasesSchema = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()).default({}) }));

/** An index with the other names that it has. */
export type IndexBehind = { index: string; aliases: readonly string[] };
/** The indices that a list of expressions stands for. Empty for what is not there or cannot be asked for. */
export type IndicesBehind = (expression: string) => Promise<readonly IndexBehind[]>;
/**
 * All names of the indices that a list of expressions stands for: their own and their aliases. Empty for what is not
 * there or cannot be asked for.
 */
export type NamesBehind = (expression: string) => Promise<readonly string[]>;

/** Indices as the engine has them, up to a second old. */
export function createIndicesBehind(engine: Engine): IndicesBehind {
  const memory = createShortMemory({ read, ahead: true });

  async function read(expression: string): Promise<readonly IndexBehind[]> {
    if (!isSegment(expression)) return [];
    const { status, body } = await callEngine(
      engine,
      { method: "GET", path: enginePath([expression, "_alias"]) },
      [400, 403, 404],
    );
    if (status !== 200) return [];
    return Object.entries(AliasesSchema.parse(body)).map(([index, { aliases }]) => ({
      index,
      aliases: Object.keys(aliases),
    }));
  }

  return (expression) => memory.get(expression);
}

/** Names as the engine has them, up to a second old. */
export function createNamesBehind(engine: Engine): NamesBehind {
  const indicesBehind = createIndicesBehind(engine);
  return async (expression) => [
    ...new Set((await indicesBehind(expression)).flatMap(({ index, aliases }) => [index, ...aliases])),
  ];
}
