import { thing } from "~/navigation/thing";

/** Searches with placeholders that the server keeps. */
export const storedQueries = thing({
  screen: "stored-queries",
  noun: "stored query",
  plural: "stored queries",
  title: "Stored queries",
  pages: ["new", "edit", "review", "delete", "execute"],
});
