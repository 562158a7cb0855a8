import { isValidJson } from "~/lib/json/answer.server";
import { indentJson } from "~/lib/json/layout";

type Files = { content: string; scripts: Readonly<Record<string, string>>; description: string };

const isJson = (content: string) => /^\s*\{/.test(content);

/** What the file of a pipeline's text is called. */
export const textFile = (content: string): string => (isJson(content) ? "pipeline.json" : "pipeline.yaml");

/** JSON may be stored on one line, so that it is laid out; spaces of YAML, of JSON with comments and of scripts count. */
const laidOut = (text: string) => (isJson(text) && isValidJson(text) ? indentJson(text) : text);

/** All files of a version below each other, each under its name: for differences by line. */
export function readableFiles({ content, scripts, description }: Files): string {
  const files: [string, string][] = [
    [textFile(content), laidOut(content)],
    ...Object.entries(scripts).sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return [
    ...(description === "" ? [] : [`Description: ${description}`, ""]),
    ...files.flatMap(([name, text]) => [`── ${name}`, ...text.trimEnd().split(/\r?\n/), ""]),
  ].join("\n");
}
