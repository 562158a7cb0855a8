import type { Services } from "../services";

/**
 * The text of an answer with the names of re-indexed indices (`books_reindexed_1`) replaced by the alias they go by, wherever such a name stands in quotes,
 * as the real server does it.
 */
export async function withAliases(text: string, { reIndexed }: Pick<Services, "reIndexed">): Promise<string> {
  if (!text.includes("_reindexed_")) return text;
  const known = await reIndexed.byAlias();
  return [...known].reduce((changed, [alias, index]) => changed.replaceAll(`"${index}"`, JSON.stringify(alias)), text);
}
