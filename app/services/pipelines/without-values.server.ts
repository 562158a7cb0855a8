import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { changedText, type TextChange } from "@common/pipelines/changed-text";
import { DocumentFault, type Path } from "@common/pipelines/document/faults";
import { readSource } from "@common/pipelines/document/source/source";
import { isSecretName, MASK } from "~/services/platform/changes/mask.server";

// A pipeline may bring global variables, whose values no page and no log shows, and have secrets in what its stages are
// given.

function secretsIn(value: JsonValue | undefined, path: Path): TextChange[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => secretsIn(one, [...path, at]));
  if (value === undefined || !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, held]) => {
    const within = path.length === 2 && path[0] === "global_envs" && name === "value";
    // The key of a variable is its name.
    const isSecret = within || (isSecretName(name) && !(path[0] === "global_envs" && name === "key"));
    const isThere = typeof held === "string" ? held !== "" : typeof held === "number";
    if (isSecret && isThere) return [{ path: [...path, name], value: MASK }];
    return secretsIn(held, [...path, name]);
  });
}

/** The text of a pipeline without what is secret in it; null where it cannot be read, so that nobody knows. */
function contentWithout(content: string): string | null {
  try {
    return changedText(content, secretsIn(readSource(content).source.value, []));
  } catch (error) {
    if (error instanceof DocumentFault) return null;
    throw error;
  }
}

/** What `filesText` made, as the change log may keep it: without the values of variables and other secrets. */
export function withoutValues(text: string): string {
  const files: JsonValue = parseJson(text);
  if (!isJsonObject(files)) return text;
  const { content } = files;
  const kept: JsonObject = { ...files, content: typeof content === "string" ? contentWithout(content) : null };
  return stringifyJson(kept);
}
