// Ready pieces of code that search an index: all of them send the one plain request of a visitor. Pure.
import type { Connection, Snippet } from "./connection";
import { curlSnippet } from "./curl.server";
import { htmlSnippet } from "./html.server";
import { javascriptSnippet } from "./javascript.server";
import { reactSnippet } from "./react.server";

/** The four snippets, each complete: what is copied runs, once the credential in it is one that may search. */
export function searchSnippets(connection: Connection): Snippet[] {
  return [curlSnippet(connection), javascriptSnippet(connection), reactSnippet(connection), htmlSnippet(connection)];
}
