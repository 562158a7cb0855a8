import * as z from "zod";
import type { Services } from "../services";
import { callEngine } from "../store/engine-client";

const RE_INDEXED = /"((?:[^"\\]|\\.)+_reindexed_\d+)"/g;
const AliasesSchema = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()) }));

/**
 * The text of an answer with the names of re-indexed indices (`books_reindexed_1`) replaced by the alias they go by, wherever such a name stands in quotes,
 * as the real server does it. Costs a call of the engine only where such a name occurs.
 */
export async function withAliases(text: string, { engine }: Pick<Services, "engine">): Promise<string> {
  const names = [...new Set([...text.matchAll(RE_INDEXED)].map(([, name = ""]) => name))];
  if (names.length === 0) return text;
  const { status, body } = await callEngine(engine, { method: "GET", path: "/_alias" }, [404]);
  const known = status === 404 ? {} : AliasesSchema.parse(body);
  return names.reduce((changed, name) => {
    const aliases = Object.keys(known[name]?.aliases ?? {});
    const own = name.replace(/_reindexed_\d+$/, "");
    const alias = aliases.includes(own) ? own : undefined;
    return alias === undefined ? changed : changed.replaceAll(`"${name}"`, JSON.stringify(alias));
  }, text);
}
