declare module "snowball-stemmers" {
  /**
   * A stemmer of the Snowball project for a language by its English name. Throws for a language that it does not know.
   */
  export function newStemmer(language: string): { stem: (word: string) => string };
  /** Names of the languages that there are. */
  export function algorithms(): string[];
}
