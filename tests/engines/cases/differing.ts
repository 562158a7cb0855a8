import * as z from "zod";
import differing from "./differing.json";

/**
 * How the answers to a case that is known to differ do differ, by its name: each difference in the words of
 * `answerDifferences`.
 */
export const DIFFERING: Readonly<Record<string, readonly string[]>> = z
  .record(z.string(), z.array(z.string()).min(1))
  .parse(differing);
