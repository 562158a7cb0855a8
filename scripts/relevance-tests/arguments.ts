import { parseArgs } from "node:util";
import { checkedUrl, CREDENTIALS_USAGE, UsageError } from "../command/usage";

/** What the command line asks for. */
export type Arguments = { url: string; index: string; file: string; junit: string | undefined };

export const USAGE = [
  "npm run relevance-tests -- --to URL --index NAME --file FILE [--junit FILE]    runs relevance tests against a server",
  "  --file FILE      tests as JSON, as the console exports them",
  "  --junit FILE     writes the results as JUnit XML; - is the output",
  CREDENTIALS_USAGE,
  "  Ends with 0 where all tests pass, 1 where one fails or could not be run, 2 for a command line that cannot be obeyed.",
].join("\n");

/** Reads the command line; undefined where help is asked for. Throws `UsageError`. */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const text = { type: "string" } as const;
  let values: { to?: string; index?: string; file?: string; junit?: string; help?: boolean };
  try {
    values = parseArgs({
      args: [...args],
      options: { to: text, index: text, file: text, junit: text, help: { type: "boolean" } },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
  const { to, index, file, junit, help } = values;
  if (help) return undefined;
  if (!to) throw new UsageError("Say with --to URL which server.");
  const url = checkedUrl(to);
  if (!index) throw new UsageError("Say with --index NAME which index.");
  if (!file) throw new UsageError("Say with --file FILE which tests.");
  return { url, index, file, junit };
}
