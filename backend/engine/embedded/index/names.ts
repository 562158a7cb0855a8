import { EngineError } from "../errors";

const FORBIDDEN = [" ", '"', "*", "\\", "<", "|", ",", ">", "/", "?"];
const MAX_BYTES = 255;

function invalid(name: string, why: string): EngineError {
  return new EngineError(400, "invalid_index_name_exception", `Invalid index name [${name}], ${why}`, {
    details: { index: name, index_uuid: "_na_" },
  });
}

function problemOf(name: string): string | undefined {
  if (FORBIDDEN.some((character) => name.includes(character)))
    return `must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]`;
  if (name.includes("#")) return "must not contain '#'";
  if (name.includes(":")) return "must not contain ':'";
  if (/^[_\-+]/.test(name)) return "must not start with '_', '-', or '+'";
  const bytes = Buffer.byteLength(name);
  if (bytes > MAX_BYTES) return `index name is too long, (${bytes} > ${MAX_BYTES})`;
  if (name === "." || name === "..") return "must not be '.' or '..'";
  return undefined;
}

/**
 * Throws `invalid_index_name_exception` where a name breaks Elasticsearch's rules
 * (MetadataCreateIndexService.validateIndexName).
 */
export function requireIndexName(name: string): void {
  if (name === "") throw invalid(name, "must not be empty");
  // A NUL byte or another control character is no name that anybody could type again.
  if (/[\u0000-\u001f\u007f]/.test(name)) throw invalid(name, "must not contain control characters");
  const problem = problemOf(name);
  if (problem) throw invalid(name, problem);
  if (name.toLowerCase() !== name) throw invalid(name, "must be lowercase");
}

/** Throws `invalid_alias_name_exception` for an alias that Elasticsearch refuses. */
export function requireAliasName(name: string, index: string): void {
  const problem = name === "" ? "must not be empty" : problemOf(name);
  if (!problem) return;
  throw new EngineError(400, "invalid_alias_name_exception", `Invalid alias name [${name}]: ${problem}`, {
    details: { index, index_uuid: "_na_" },
  });
}
