import { parseArgs } from "node:util";
import { IndexNameSchema, type Part, PARTS } from "@common/search-relevance/settings-bundle/schema";
import { checkedUrl, CREDENTIALS_USAGE, UsageError } from "../command/usage";

/** What the command line asks for. */
export type Arguments = {
  direction: "to" | "from";
  url: string;
  file: string;
  index: string | undefined;
  parts: readonly Part[];
  dryRun: boolean;
};

export const USAGE = [
  "npm run settings -- --from URL --index NAME --file FILE    writes the settings of an index into a file",
  "npm run settings -- --to URL --file FILE                   gives an index the settings that a file says",
  "  --file FILE      YAML, or JSON where it ends in .json; - is the output or the input",
  "  --index NAME     the index; with --to another one than that of the file",
  `  --parts LIST     only some of ${PARTS.join(",")}`,
  "  --dry-run        with --to: says what would change, and changes nothing",
  CREDENTIALS_USAGE,
].join("\n");

function options(args: string[]) {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean", default: false } as const;
    return parseArgs({
      args,
      options: { to: text, from: text, file: text, index: text, parts: text, "dry-run": flag, help: flag },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

function partsOf(list: string | undefined): readonly Part[] {
  if (list === undefined) return PARTS;
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new UsageError(`${unknown} is no part of settings; parts are ${PARTS.join(", ")}.`);
  return PARTS.filter((part) => names.includes(part));
}

/** Reads the command line; undefined where help is asked for. Throws `UsageError`. */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { to, from, file, index, parts, help, "dry-run": dryRun } = options([...args]);
  if (help) return undefined;
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw new UsageError("Say either --to URL or --from URL.");
  if (file === undefined || file === "")
    throw new UsageError("Say --file FILE, or --file - for the output or the input.");
  if (from !== undefined && index === undefined) throw new UsageError("Say with --index NAME which index.");
  if (index !== undefined && !IndexNameSchema.safeParse(index).success)
    throw new UsageError(`${index} is not the name of one index.`);
  if (from !== undefined && dryRun) throw new UsageError("--dry-run is for --to; --from changes nothing.");
  return {
    direction: to === undefined ? "from" : "to",
    url: checkedUrl(url),
    file,
    index,
    parts: partsOf(parts),
    dryRun,
  };
}
