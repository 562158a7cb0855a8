import { parseArgs } from "node:util";

/** What the command line asks for. */
export type Arguments = {
  direction: "to" | "from";
  url: string;
  only: string | undefined;
  dryRun: boolean;
  intoExisting: boolean;
};

/** A command line that cannot be obeyed; the message is for the operator. */
export class UsageError extends Error {}

export const USAGE = [
  "npm run migrate -- --to URL      copies the embedded engine's data in DATA_DIR into a real engine",
  "npm run migrate -- --from URL    copies indices of a real engine into the embedded engine's data in DATA_DIR",
  "  --only PATTERNS    only indices that fit, by comma: movies,shop-*,-shop-old (* is anything, a leading - takes away)",
  "  --dry-run          says what would be copied and what would not fit, and changes nothing",
  "  --into-existing    copies into indices that the target has already; newer versions there stay",
  "  Credentials of the engine come from ENGINE_USERNAME and ENGINE_PASSWORD, or ENGINE_API_KEY; a certificate from ENGINE_CA.",
].join("\n");

function options(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        to: { type: "string" },
        from: { type: "string" },
        only: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "into-existing": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

// A list of patterns may begin with the minus of an exclusion, which would be taken for an option.
function joined(args: readonly string[]): string[] {
  const at = args.indexOf("--only");
  if (at < 0 || args[at + 1] === undefined) return [...args];
  return [...args.slice(0, at), `--only=${args[at + 1]}`, ...args.slice(at + 2)];
}

/** Reads the command line; undefined where help is asked for. Throws `UsageError`. */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { to, from, only, help, "dry-run": dryRun, "into-existing": intoExisting } = options(joined(args));
  if (help) return undefined;
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw new UsageError("Say either --to URL or --from URL.");
  for (const one of url.split(",")) {
    const parsed = URL.canParse(one) ? new URL(one) : undefined;
    if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
      throw new UsageError(`${one} is not an http or https URL.`);
    if (parsed.username !== "" || parsed.password !== "")
      throw new UsageError(
        "A password on the command line can be read by others: set ENGINE_USERNAME and ENGINE_PASSWORD instead.",
      );
  }
  return { direction: to === undefined ? "from" : "to", url, only, dryRun, intoExisting };
}
