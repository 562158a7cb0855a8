type Files = { content: string; scripts: Readonly<Record<string, string>>; description: string };

const isJson = (content: string) => /^\s*\{/.test(content);

/** What the file of a pipeline's text is called. */
export const textFile = (content: string): string => (isJson(content) ? "pipeline.json" : "pipeline.yaml");

/** All files of a version below each other, each under its name: for differences by line. */
export function readableFiles({ content, scripts, description }: Files): string {
  const files: [string, string][] = [
    [textFile(content), content],
    ...Object.entries(scripts).sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return [
    ...(description === "" ? [] : [`Description: ${description}`, ""]),
    ...files.flatMap(([name, text]) => [`── ${name}`, ...text.trimEnd().split("\n"), ""]),
  ].join("\n");
}
