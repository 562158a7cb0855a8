import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { expressionOf, readGroup, synonymTypes } from "~/services/search-relevance/synonyms/groups";

const lineOf = (typed: string) =>
  typed
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .join(",");

const groupSchema = z
  .object({
    type: z.enum(synonymTypes),
    words: z.string({ error: "Enter the words." }),
    meant: z.string().default(""),
  })
  .transform(({ type, words: typed, meant }, context) => {
    const refuse = (path: "words" | "meant", message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    const [left, right] = [lineOf(typed), lineOf(meant)];
    if (`${typed}${meant}`.includes("=>")) return refuse("words", "A word cannot have => in it: choose One-way.");
    if (type === "one-way" && right === "") return refuse("meant", "Enter what these searches should also find.");
    const read = readGroup(type === "one-way" ? `${left} => ${right}` : left);
    return read.ok ? expressionOf(read.group) : refuse("words", read.problem);
  });

/** Of the form with a group in two fields, for the browser. */
export const groupConstraint = getZodConstraint(
  z.object({ type: z.enum(synonymTypes), words: z.string(), meant: z.string().optional() }),
);
export type GroupShape = { type: string; words: string; meant?: string };

/** The group that was typed, as its one line. */
export const parseGroup = (form: FormData) => parseWithZod(form, { schema: groupSchema });

/** A group as its form has it; words alone where the text is not one yet. */
export function groupValues(expression: string): GroupShape {
  const read = readGroup(expression);
  if (!read.ok) return { type: "equivalent", words: lineOf(expression.split("=>")[0] ?? "").replaceAll(",", "\n") };
  const { words: left, meant } = read.group;
  return {
    type: meant === null ? "equivalent" : "one-way",
    words: left.join("\n"),
    ...(meant && { meant: meant.join("\n") }),
  };
}
