import { illegalArgument } from "../../errors";
import { integerOf, textOf } from "../../query/parse/values";
import { checkSettings, fieldSettings, FieldSource, type NumberKey } from "../source";
import type { FieldReader } from "../../store/types";
import type { AggregationParser, Collector } from "../types";
import { KNOWN, only } from "./figures";

/** How many values there are, of every field with values by document. */
export const valueCount: AggregationParser = (body) => {
  checkSettings("value_count", body, KNOWN);
  const settings = fieldSettings("value_count", body);
  return (): Collector => {
    const source = new FieldSource(settings, false);
    const counts: number[] = [];
    return {
      open: (shard) => source.open(shard),
      collect({ shard, segment, docs, owners }) {
        const reader = source.typeIn(shard) ? segment.field(settings.field) : undefined;
        const column = reader?.numbers ?? reader?.ordinals ?? reader?.points;
        for (let at = 0; at < docs.length; at++) {
          const owner = owners ? owners[at]! : 0;
          const count = column?.count(docs[at]!) ?? 0;
          counts[owner] = (counts[owner] ?? 0) + (count === 0 && settings.missing !== undefined ? 1 : count);
        }
      },
      result: (owner) => ({ value: counts[owner] ?? 0 }),
      metric: (owner, name) => only(name, counts[owner] ?? 0),
      typeName: () => "value_count",
    };
  };
};

/** Beyond so many owners what was seen of a segment is not remembered over its slices. */
const MOST_OWNERS = 1_000;

/** How many different values there are. */
export const cardinality: AggregationParser = (body, { name }) => {
  checkSettings("cardinality", body, [...KNOWN, "precision_threshold", "rehash", "execution_hint"]);
  if (body["precision_threshold"] !== undefined && integerOf(body["precision_threshold"]) < 0)
    throw illegalArgument(
      `[precisionThreshold] must be greater than or equal to 0. Found [${integerOf(body["precision_threshold"])}] in [${name}]`,
    );
  const settings = fieldSettings("cardinality", body);
  return (): Collector => {
    const source = new FieldSource(settings, false);
    const sets: Set<string | NumberKey>[] = [];
    // Ordinals of the field in hand by owner, over the slices of a segment: the text of a term is looked at once.
    let inHand: { reader: FieldReader | undefined; seen: Map<number, Uint8Array | Set<number>> } = {
      reader: undefined,
      seen: new Map(),
    };

    function isNew(seen: Uint8Array | Set<number>, ordinal: number): boolean {
      if (seen instanceof Set) {
        if (seen.has(ordinal)) return false;
        seen.add(ordinal);
        return true;
      }
      if (seen[ordinal] === 1) return false;
      seen[ordinal] = 1;
      return true;
    }

    return {
      open: (shard) => source.open(shard),
      collect({ shard, segment, docs, owners, texts: termTexts }) {
        const reader = source.typeIn(shard) ? segment.field(settings.field) : undefined;
        const { ordinals } = reader ?? {};
        const texts = source.isText;
        const missing = texts ? textOf(settings.missing) : undefined;
        const numbers = texts ? undefined : source.numbers(shard, segment);
        if (inHand.reader !== reader || inHand.seen.size > MOST_OWNERS) inHand = { reader, seen: new Map() };
        const { seen } = inHand;
        const termOf = reader && ordinals && !numbers ? termTexts.of(reader) : () => "";
        for (let at = 0; at < docs.length; at++) {
          const doc = docs[at]!;
          const owner = owners ? owners[at]! : 0;
          if (numbers)
            for (let place = 0, count = numbers.count(doc); place < count; place++)
              (sets[owner] ??= new Set()).add(numbers.key(doc, place));
          else if (ordinals) {
            let found = seen.get(owner);
            if (!found) seen.set(owner, (found = owners ? new Set<number>() : new Uint8Array(reader!.terms.size)));
            const count = ordinals.count(doc);
            for (let place = 0; place < count; place++) {
              const ordinal = ordinals.at(doc, place);
              if (isNew(found, ordinal)) (sets[owner] ??= new Set()).add(termOf(ordinal));
            }
            if (count === 0 && missing !== undefined) (sets[owner] ??= new Set()).add(missing);
          } else if (missing !== undefined) (sets[owner] ??= new Set()).add(missing);
        }
      },
      result: (owner) => ({ value: sets[owner]?.size ?? 0 }),
      metric: (owner, name) => only(name, sets[owner]?.size ?? 0),
      typeName: () => "cardinality",
    };
  };
};
