import { parseArgs } from "node:util";
import { checkedUrl, CREDENTIALS_USAGE, UsageError } from "../command/usage";

const DOES = ["pull", "push", "check"] as const;

/** What the command line asks for. `only`: ids of pipelines; undefined for all. */
export type Arguments = {
  does: (typeof DOES)[number];
  folder: string;
  url: string;
  only: readonly string[] | undefined;
  overwrite: boolean;
};

export const USAGE = [
  "npm run pipelines -- pull FOLDER --server URL     writes the live pipelines of a server into a folder, each in one of its own",
  "npm run pipelines -- push FOLDER --server URL     creates or updates the pipelines of a folder that differ",
  "npm run pipelines -- check FOLDER --server URL    compares both, and changes nothing",
  "  --only LIST      only the pipelines of these ids, with commas between",
  "  --overwrite      with push: also those that somebody changed on the server since the last pull",
  "  ${{ NAME }} in a text is the value of the environment variable NAME.",
  CREDENTIALS_USAGE,
  "  Ends with 0 when done or the same, 1 where check found a difference, 2 when refused or failed.",
].join("\n");

function read(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean", default: false } as const;
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { server: text, only: text, overwrite: flag, help: flag },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

/** Reads the command line; undefined where help is asked for. Throws `UsageError`. */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = read(args);
  if (values.help) return undefined;
  const [verb, folder, ...others] = positionals;
  const does = DOES.find((one) => one === verb);
  if (does === undefined) throw new UsageError(`Say ${DOES.join(", ")} first.`);
  if (folder === undefined || folder === "" || others.length > 0) throw new UsageError("Say one folder.");
  if (values.server === undefined) throw new UsageError("Say with --server URL which server.");
  if (values.overwrite && does !== "push") throw new UsageError("--overwrite is for push.");
  const only = values.only
    ?.split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  return { does, folder, url: checkedUrl(values.server), only, overwrite: values.overwrite };
}
