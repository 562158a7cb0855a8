import * as z from "zod";
import { fits } from "@common/text/glob";
import { freeIndexName, indexNameProblem } from "~/lib/indices/index-name";

const text = z.string().trim().default("");
const TargetSchema = z.object({
  kind: z.enum(["new", "existing"], { error: "Choose one of the two." }),
  index: text,
  existing: text,
});
export type TargetShape = { kind: string; index: string; existing: string };

/**
 * The form of the index, for the indices that there are and the patterns that the user is limited to. Its value is the
 * name of the index.
 */
export function targetSchema({ names, held }: { names: readonly string[]; held: readonly string[] | null }) {
  return TargetSchema.transform(({ kind, index, existing }, context): string => {
    const [path, problem] =
      kind === "new"
        ? ["index", newProblem({ index, names, held })]
        : ["existing", existingProblem({ existing, names })];
    if (problem === undefined) return kind === "new" ? index : existing;
    context.addIssue({ code: "custom", path: [path], message: problem });
    return z.NEVER;
  });
}

function newProblem({
  index,
  names,
  held,
}: {
  index: string;
  names: readonly string[];
  held: readonly string[] | null;
}): string | undefined {
  const problem = indexNameProblem(index);
  if (problem !== undefined) return problem;
  if (held !== null && !held.some((pattern) => fits(pattern, index)))
    return `Your user is limited to ${held.join(", ")}.`;
  if (!names.includes(index)) return undefined;
  return `Index ${index} already exists. Choose another name, such as ${freeIndexName(index, names)}, or choose “Existing index”.`;
}

function existingProblem({ existing, names }: { existing: string; names: readonly string[] }): string | undefined {
  if (existing === "") return "Choose an index.";
  return names.includes(existing)
    ? undefined
    : `There is no index ${existing}. Choose one of the list, or choose “New index”.`;
}

/** The name that is proposed for the index of a file; empty where the user can create none. */
export function proposedIndex({
  base,
  names,
  held,
}: {
  base: string;
  names: readonly string[];
  held: readonly string[] | null;
}): string {
  if (held === null || held.some((pattern) => fits(pattern, base))) return freeIndexName(base, names);
  // Who is limited to `team-*` gets `team-movies`.
  const open = held.find((pattern) => /^[^*]+\*$/.test(pattern));
  return open === undefined ? "" : freeIndexName(open.replace("*", base), names);
}
