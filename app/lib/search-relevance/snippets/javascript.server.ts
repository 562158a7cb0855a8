import { literal, searchFunction, VALUE_OF } from "./call.server";
import type { Connection, Snippet } from "./connection";

/** For Node 20 and later, and for a module of a page. */
export function javascriptSnippet(connection: Connection): Snippet {
  const { shown, words } = connection;
  const line =
    shown.length === 0
      ? "JSON.stringify(hit._source)"
      : 'FIELDS.map((field) => valueOf(hit._source, field)).join(" · ")';
  const fields = shown.length === 0 ? "" : `const FIELDS = ${literal(shown)};\n`;
  const text = `${fields}${searchFunction(connection)}
${shown.length === 0 ? "" : `\n${VALUE_OF}\n`}
for (const hit of await search(${literal(words)})) {
  console.log(hit._id, ${line});
}
`;
  return {
    key: "javascript",
    label: "JavaScript",
    run: "Run with Node 20 or later (node search.mjs), or in a page as a script of type module.",
    files: [{ name: "search.mjs", text }],
  };
}
