import { plainRequest } from "@common/search-relevance/visitors/request";
import { stringifyJson } from "@common/text/json";
import type { Connection } from "./connection";

/** Where an index is searched. */
export const searchUrl = ({ url, index }: Pick<Connection, "url" | "index">) =>
  `${url}/${encodeURIComponent(index)}/_reactivesearch`;

/** A value as a literal of JavaScript that may also stand in a script of an HTML page. */
export const literal = (value: string | readonly string[]) => JSON.stringify(value).replaceAll("<", String.raw`\u003c`);

// No field has such a name.
const WORDS = "\u0000words";

/** The visitor's request as an expression of JavaScript, with the variable `words` in it. */
export function requestOf({ usual }: Pick<Connection, "usual">): string {
  const text = stringifyJson(plainRequest(WORDS, usual)).replaceAll("<", String.raw`\u003c`);
  return text.replace(JSON.stringify(WORDS), "words");
}

/**
 * The function `search` of the snippets in plain JavaScript: it gives the hits for words, and throws what the server
 * said when it refuses. Names and passwords may hold any letters, which `btoa` alone would not take.
 */
export const searchFunction = (connection: Connection) => `const SEARCH_URL = ${literal(searchUrl(connection))};
const CREDENTIALS = ${literal(connection.credentials)};
const TOKEN = btoa(String.fromCharCode(...new TextEncoder().encode(CREDENTIALS)));

async function search(words) {
  const response = await fetch(SEARCH_URL, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: \`Basic \${TOKEN}\` },
    body: JSON.stringify(${requestOf(connection)}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(\`\${response.status} \${text}\`);
  const { result } = JSON.parse(text);
  if (!result?.hits) throw new Error(text);
  return result.hits.hits;
}`;

/** The function `valueOf` of the snippets: the text of a field, given by its path, or "". */
export const VALUE_OF = `function valueOf(source, field) {
  const value = source[field] ?? field.split(".").reduce((part, name) => part?.[name], source);
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value);
}`;
