import { stringifyJson } from "@common/text/json";
import { readDocument } from "@common/pipelines/document/read-text";
import { PipelinesError } from "./names";

/** Variables by their names, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const PLACEHOLDER = /\$\{\{\s*([A-Za-z_]\w*)\s*\}\}/g;

/** The variables of the environment that a text names by `${{ NAME }}`, each once. */
export function secretNames(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []))];
}

const inQuotes = (value: string) => stringifyJson(value).slice(1, -1);

/**
 * A text with the values of the environment in it. A value stands in the text as it is, escaped where that is JSON.
 * Throws `PipelinesError` where one is missing, or would become more than the one value that it is: it is never printed.
 */
export function fillSecrets(text: string, { where, env }: { where: string; env: Environment }): string {
  const names = secretNames(text);
  if (names.length === 0) return text;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new PipelinesError(`${where}: set ${missing.join(", ")} in the environment; the text names it by \${{ }}.`);
  const mark = (name: string) => `secret-of-${name}-here`;
  const marked = text.replace(PLACEHOLDER, (_, name: string) => mark(name));
  const { document, extension } = readDocument(marked);
  const valueOf = (name: string) => env[name] ?? "";
  const filled = text.replace(PLACEHOLDER, (_, name: string) =>
    extension === "json" ? inQuotes(valueOf(name)) : valueOf(name),
  );
  // What a value does to its text is seen by what is read from it: a quote or a colon in it could open a new member.
  const wanted = names.reduce(
    (read, name) => read.replaceAll(mark(name), () => inQuotes(valueOf(name))),
    stringifyJson(document),
  );
  if (wanted !== readBack(filled))
    throw new PipelinesError(
      `${where}: the value of ${names.join(" or ")} does not stand for itself there. Put quotes around \${{ }} in the text; a value that has the same quotes or a line break in it cannot stand in YAML.`,
    );
  return filled;
}

function readBack(text: string): string {
  try {
    return stringifyJson(readDocument(text).document);
  } catch {
    // The fault would quote the value.
    return "";
  }
}

/** A message of a server about a text, without the values of the secrets of that text: a refusal may quote them. */
export function maskSecrets(message: string, { text, env }: { text: string; env: Environment }): string {
  const values = secretNames(text).flatMap((name) => env[name] ?? []);
  return values
    .flatMap((value) => [value, inQuotes(value)])
    .reduce((told, value) => told.replaceAll(value, "***"), message);
}
