import { readFileSync } from "node:fs";
import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";

export type Film = { id: string; source: JsonObject };

/** The 3,201 films of vega-datasets, numbered from 0. */
export function readFilms(): Film[] {
  const list = parseJson(readFileSync("node_modules/vega-datasets/data/movies.json", "utf8"));
  return (Array.isArray(list) ? list.filter(isJsonObject) : []).map((source, at) => ({ id: String(at), source }));
}

function text(film: Film, field: string): string {
  const value = film.source[field];
  return value === null || value === undefined ? "" : String(value);
}

/** A film's number in this field; null where it has none. */
export function numberOf(film: Film, field: string): number | null {
  const value = film.source[field];
  return value === null || value === undefined ? null : Number(value);
}

/** Whether title or director hold this word; only for words that are no part of a longer one (a test makes sure). */
export function holdsWord(film: Film, word: string): boolean {
  return wordsOf(film).includes(word);
}

/** The words of title and director, in lower case. */
export function wordsOf(film: Film): string[] {
  return `${text(film, "Title")} ${text(film, "Director")}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Films of a genre. */
export function ofGenre(film: Film, genre: string): boolean {
  return text(film, "Major Genre") === genre;
}

/** Films whose rating lies in a range, both ends counted. */
export function rated(film: Film, { from, to }: { from: number; to: number }): boolean {
  const rating = numberOf(film, "IMDB Rating");
  return rating !== null && rating >= from && rating <= to;
}

/** How many films there are of each genre, as the page shows them: `Drama 12`, in alphabetical order. */
export function genreCounts(films: readonly Film[]): string[] {
  const counts = new Map<string, number>();
  for (const film of films) {
    const genre = text(film, "Major Genre");
    if (genre !== "") counts.set(genre, (counts.get(genre) ?? 0) + 1);
  }
  return [...counts].map(([genre, count]) => `${genre} ${count}`).sort();
}

/** The votes of these films, most first; a film without votes counts as nothing and comes last. */
export function votesInOrder(films: readonly Film[]): (number | null)[] {
  return films.map((film) => numberOf(film, "IMDB Votes")).sort((one, other) => (other ?? -1) - (one ?? -1));
}

/** The titles of these films by code point, as Elasticsearch sorts keywords; films without one are left out. */
export function titlesInOrder(films: readonly Film[]): string[] {
  const titles = films.flatMap((film) => (text(film, "Title") === "" ? [] : [text(film, "Title")]));
  return titles.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}
