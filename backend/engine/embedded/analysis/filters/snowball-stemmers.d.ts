declare module "snowball-stemmers" {
  /** Throws when there is no algorithm of that name. */
  export function newStemmer(algorithm: string): { stem(word: string): string };
  export function algorithms(): string[];
}
