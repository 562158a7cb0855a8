import { parseArgs } from "node:util";
import { IndexNameSchema, type Part, PARTS } from "@common/search-relevance/settings-bundle/schema";

/** What the command line asks for. */
export type Arguments = {
  direction: "to" | "from";
  url: string;
  file: string;
  index: string | undefined;
  parts: readonly Part[];
  dryRun: boolean;
};

/** A command line that cannot be obeyed; the message is for the operator. */
export class UsageError extends Error {}

export const USAGE = [
  "npm run settings -- --from URL --index NAME --file FILE    writes the settings of an index into a file",
  "npm run settings -- --to URL --file FILE                   gives an index the settings that a file says",
  "  --file FILE      YAML, or JSON where it ends in .json; - is the output or the input",
  "  --index NAME     the index; with --to another one than that of the file",
  `  --parts LIST     only some of ${PARTS.join(",")}`,
  "  --dry-run        with --to: says what would change, and changes nothing",
  "  Name and password come from SEARCHDECK_USERNAME and SEARCHDECK_PASSWORD, else from ADMIN_USERNAME (admin) and ADMIN_PASSWORD.",
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

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${text} is not an http or https URL.`);
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      "A password on the command line can be read by others: set SEARCHDECK_USERNAME and SEARCHDECK_PASSWORD instead.",
    );
  return text.replace(/\/+$/, "");
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
