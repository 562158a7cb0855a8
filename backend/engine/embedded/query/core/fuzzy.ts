import { EngineError, illegalArgument } from "../../errors";
import type { LuceneNode } from "../types";
import { termNode } from "./nodes";

/** Allowed edits: a number of them, or by the length of the word. */
export type Fuzziness = { edits: number } | { low: number; high: number };

/** Reads `AUTO`, `AUTO:3,6`, `0`, `1`, `2`. */
export function parseFuzziness(text: string): Fuzziness {
  const auto = /^auto(?::(.*))?$/i.exec(text);
  if (auto) {
    if (auto[1] === undefined) return { low: 3, high: 6 };
    const bounds = auto[1].split(",").map(Number);
    const [low = NaN, high = NaN] = bounds;
    if (bounds.length !== 2)
      throw new EngineError(400, "parse_exception", `failed to find low and high distance values`);
    if (!Number.isInteger(low) || !Number.isInteger(high))
      throw new EngineError(400, "parse_exception", `failed to parse [${text}] as a "auto:int,int"`);
    if (low < 0 || high < 0 || low > high)
      throw illegalArgument(
        `fuzziness wrongly configured, must be: lowDistance > 0, highDistance > 0 and lowDistance <= highDistance`,
      );
    return { low, high };
  }
  const edits = Math.trunc(Number(text));
  if (text.trim() === "" || Number.isNaN(edits))
    throw new EngineError(400, "number_format_exception", `For input string: "${text}"`);
  if (edits < 0 || edits > 2)
    throw illegalArgument(`Invalid \`fuzziness\` value [${text}]. Expected one of [0, 1, 2, AUTO]`);
  return { edits };
}

function editsFor(fuzziness: Fuzziness, length: number): number {
  if ("edits" in fuzziness) return fuzziness.edits;
  if (length < fuzziness.low) return 0;
  return length < fuzziness.high ? 1 : 2;
}

export type FuzzySettings = {
  fuzziness: Fuzziness;
  prefixLength: number;
  maxExpansions: number;
  transpositions: boolean;
};

/** The terms within the allowed edits, which `expandQuery` looks up; the word alone where no edit is allowed. */
export function fuzzyNode({
  field,
  term,
  settings,
}: {
  field: string;
  term: string;
  settings: FuzzySettings;
}): LuceneNode {
  const edits = editsFor(settings.fuzziness, Array.from(term).length);
  if (edits === 0) return termNode({ field, term });
  const { prefixLength, maxExpansions, transpositions } = settings;
  return { kind: "fuzzy", boost: 1, field, term, edits, prefixLength, maxExpansions, transpositions };
}
