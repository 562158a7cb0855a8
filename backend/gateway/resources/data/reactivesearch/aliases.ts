import type { Services } from "@backend/gateway/services";

/**
 * The text of an answer in which an index that was re-indexed has the name that people know, wherever its own stands in
 * quotes, as the real server does it.
 */
export async function withAliases(text: string, { reIndexed }: Pick<Services, "reIndexed">): Promise<string> {
  if (!text.includes("_reindexed_")) return text;
  const known = await reIndexed.knownNames();
  return [...known].reduce(
    (changed, [index, alias]) => changed.replaceAll(JSON.stringify(index), JSON.stringify(alias)),
    text,
  );
}
