import type { Section } from "./load";

/**
 * What is not asked of the embedded engine, one feature or one group of single sections a row. A section is left out
 * only where it fails, and where the row fits it: it names the feature, or the engine refuses the feature in words of
 * its own, or its title stands in the row.
 */
export type Exclusion = { what: string; reason: string; fits: (section: Section, failure: string) => boolean };
