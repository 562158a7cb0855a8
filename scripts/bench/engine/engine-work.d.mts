/** A search of the work list; `body(n)` is that of the n-th run, so that no run asks what the one before asked. */
export type SearchWork = { work: string; index: string; body: (n: number) => unknown };

export declare const searches: readonly SearchWork[];
export declare function cities(): unknown[];
export declare function films(): unknown[];
export declare function bulkBodies(documents: readonly unknown[]): { body: string }[];
