/** What the text of a pipeline and its form may hold. Bytes of UTF-8 where it says so, characters else. */
export const DOCUMENT_LIMITS = {
  textBytes: 1024 ** 2,
  /** YAML takes a second for a megabyte, and others wait. */
  yamlBytes: 256 * 1024,
  depth: 60,
  aliases: 100,
  /** Values that all aliases together stand for. */
  aliasValues: 10_000,
  faults: 20,
  routes: 100,
  stages: 200,
  pathLength: 500,
  idLength: 200,
  scripts: 50,
  scriptBytes: 256 * 1024,
  scriptName: 200,
  parts: 100,
  partNameBytes: 1_000,
} as const;
