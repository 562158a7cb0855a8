/** Which document: its index, its id, and the routing value where it was stored with one. */
export type DocumentRef = { index: string; id: string; routing?: string | undefined };

/**
 * The version of a document as the engine counts it; sent back with a save so that nobody's change is overwritten
 * unseen.
 */
export type DocumentVersion = { seqNo: number; primaryTerm: number };
