import { DOCUMENT_PASSES } from "./documents";
import { INDEX_PASSES } from "./indices";
import { OWN_PASSES } from "./own";
import type { Passes } from "./rows";

export type { Passes } from "./rows";

/** The table of what passes through each route of this server; each stands in it once. */
export const PASSES: readonly Passes[] = [...DOCUMENT_PASSES, ...INDEX_PASSES, ...OWN_PASSES];
