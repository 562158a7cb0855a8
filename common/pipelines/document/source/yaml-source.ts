import { parseDocument } from "yaml";
import type { Path, Problem } from "../faults";
import { DOCUMENT_LIMITS } from "../limits";
import type { Source } from "./source-types";
import { valueOfYaml } from "./yaml-value";

const TOO_DEEP: Problem = {
  path: [],
  reason: `the text goes deeper than ${DOCUMENT_LIMITS.depth} levels`,
  offset: 0,
};

function startOf(node: unknown): number | null {
  const range = typeof node === "object" && node !== null && "range" in node ? node.range : null;
  const start: unknown = Array.isArray(range) ? range[0] : null;
  return typeof start === "number" ? start : null;
}

/** Reads a text as YAML 1.2; the list says why it cannot be read. */
export function readYaml(text: string): Source | Problem[] {
  if (Buffer.byteLength(text) > DOCUMENT_LIMITS.yamlBytes) {
    const reason = `YAML is read up to ${DOCUMENT_LIMITS.yamlBytes / 1024} KB, JSON up to ${DOCUMENT_LIMITS.textBytes / 1024} KB`;
    return [{ path: [], reason, offset: 0 }];
  }
  try {
    return read(text);
  } catch (error) {
    if (error instanceof RangeError) return [TOO_DEEP];
    throw error;
  }
}

function read(text: string): Source | Problem[] {
  // Keys that stand twice are looked for in the values: the package takes the square of their number.
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    resolveKnownTags: false,
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
  });
  // A tag that is not known is a warning.
  const wrong = [...document.errors, ...document.warnings].slice(0, DOCUMENT_LIMITS.faults);
  if (wrong.some(({ message }) => message.includes("call stack"))) return [TOO_DEEP];
  if (wrong.length > 0)
    return wrong.map(({ message, pos: [offset] }) => ({ path: [], reason: `broken YAML: ${message}`, offset }));
  if (document.directives.yaml.explicit && document.directives.yaml.version !== "1.2")
    return [{ path: [], reason: "YAML is read as version 1.2: take out the line %YAML", offset: 0 }];
  const { value, problems } = valueOfYaml(document.contents);
  const offsetOf = (path: Path): number | null => {
    for (let length = path.length; length >= 0; length--) {
      const start = startOf(document.getIn(path.slice(0, length), true));
      if (start !== null) return start;
    }
    return null;
  };
  return { value, extension: "yaml", problems, offsetOf };
}
