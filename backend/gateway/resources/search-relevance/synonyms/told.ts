import { requireAllTold } from "@backend/gateway/platform/fields/kept-whole";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import type { KnownSynonym } from "./schema";

/** Synonyms as a reader may have them: those whose words and ids name no field that is closed to him. */
export function toldSynonyms(synonyms: readonly KnownSynonym[], reader: Reader | null): readonly KnownSynonym[] {
  return reader ? synonyms.filter(({ _id, synonym }) => !reader.isNamed([_id, synonym])) : synonyms;
}

/** Refuses to replace or remove synonyms of which one is not told to the caller. Throws 401. */
export function requireSynonymsTold(synonyms: readonly KnownSynonym[], reader: Reader | null): void {
  requireAllTold({ kept: { synonyms }, told: { synonyms: toldSynonyms(synonyms, reader) }, what: "these synonyms" });
}
