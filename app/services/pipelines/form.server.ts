import { createHash } from "node:crypto";
import type { JsonValue } from "@common/text/json";
import { stringifyJson } from "@common/text/json";

/** What is sent about a pipeline: its text and files, and what stands beside. */
export type PipelineParts = {
  content: string;
  scripts: Readonly<Record<string, string>>;
  /** What the version is about. */
  description?: string;
  /** What the editor tries it with, kept with the pipeline. */
  context?: JsonValue | null;
  /** Further parts, as they are sent. */
  more?: Readonly<Record<string, string>>;
};

const isJson = (content: string) => /^\s*\{/.test(content);
const extensionOf = (name: string) => /\.([a-z]+)$/.exec(name)?.[1] ?? "js";

/** Names of parts come from texts that people write: what would end the head of a part is encoded, as browsers do. */
const quoted = (name: string) => name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");

/**
 * The multipart form of the calls that make and change pipelines: `pipeline` as JSON text around the text, and a part
 * for each script by its name, as the published dashboard sends them (`contract`: POST `/_pipeline`).
 */
export function pipelineForm({ content, scripts, description = "", context = null, more = {} }: PipelineParts): {
  body: string;
  contentType: string;
} {
  const wrapped = {
    content,
    extension: isJson(content) ? "json" : "yaml",
    ...(context === null ? {} : { validateContext: context }),
  };
  const parts = [
    ["pipeline", stringifyJson(wrapped)],
    ...Object.entries(scripts).map(([name, text]) => [
      name,
      stringifyJson({ content: text, extension: extensionOf(name) }),
    ]),
    ...(description === "" ? [] : [["versionDescription", description]]),
    ...Object.entries(more),
  ] as const;
  // By what is sent, so that a request is shown as it will be; no text holds the hash of itself.
  const boundary = `pipeline-${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}`;
  const body = parts
    .map(
      ([name = "", text = ""]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`,
    )
    .join("");
  return { body: `${body}--${boundary}--\r\n`, contentType: `multipart/form-data; boundary=${boundary}` };
}
