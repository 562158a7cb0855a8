import { randomUUID } from "node:crypto";
import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { isSegment } from "@backend/gateway/platform/http/paths";

const TYPES = ["equivalent", "one-way"] as const;
/** Most records of one call. */
const MOST = KEPT_LIMITS.synonyms.most;
/** Letters of one record. */
const LONGEST = KEPT_LIMITS.synonym.most;

/**
 * A record as it is kept: words that mean the same (`sofa,couch`), or words for which others are looked for (`tv,telly
 * => television`).
 */
export const SynonymSchema = z.object({ type: z.string(), synonym: z.string(), index: z.string() });
export type Synonym = z.infer<typeof SynonymSchema>;
/** A record with its id. */
export type KnownSynonym = Synonym & { _id: string };

const text = z.string().nullish();
const BodySchema = z.array(z.object({ _id: text, type: text, synonym: text, index: text }));

const wordsOf = (part: string) => part.split(",").map((word) => word.trim());
const isList = (words: readonly string[], least: number) => words.length >= least && !words.includes("");

function whatIsWrong({ type, synonym }: { type: string; synonym: string }): string | null {
  if (!TYPES.some((known) => known === type)) return "type must be equivalent or one-way";
  if (synonym.length > LONGEST) return `synonym must not be longer than ${LONGEST} letters`;
  if (/[\n\r\0]/.test(synonym)) return "synonym must be one line";
  const sides = synonym.split("=>");
  if (type === "equivalent")
    return sides.length === 1 && isList(wordsOf(synonym), 2)
      ? null
      : "synonym must be words between commas, as in sofa,couch";
  return sides.length === 2 && sides.every((side) => isList(wordsOf(side), 1))
    ? null
    : "synonym must be words for others, as in tv,telly => television";
}

/**
 * The records of a body, for one index; those without an id get one, `given` are the ids of the others. `isOther` tells
 * a name of another index. Throws 400 with the place of what is wrong.
 */
export function synonymsOf({
  body,
  index,
  isOther,
}: {
  body: string;
  index: string;
  isOther: (name: string) => boolean;
}): {
  records: KnownSynonym[];
  given: string[];
} {
  const items = parseOwnBody({ text: body, schema: BodySchema, refusal: "Can't parse request body" });
  if (items.length > MOST) throw badRequest(`a call can hold at most ${MOST} synonyms`);
  const ids = new Set<string>();
  const records = items.map((item, place) => {
    const refuse = (reason: string) => badRequest(`synonym ${place + 1}: ${reason}`);
    const record = { type: item.type ?? "", synonym: (item.synonym ?? "").trim(), index };
    const wrong = whatIsWrong(record);
    if (wrong !== null) throw refuse(wrong);
    if (item.index && isOther(item.index)) throw refuse("index must be that of the path");
    const _id = item._id ? item._id : randomUUID();
    if (Buffer.byteLength(_id) > 512 || !isSegment(_id)) throw refuse("_id must be a name of at most 512 bytes");
    if (ids.has(_id)) throw refuse("_id is that of another one in the call");
    ids.add(_id);
    return { _id, ...record };
  });
  return { records, given: items.flatMap(({ _id }) => _id || []) };
}
