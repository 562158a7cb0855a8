/** Fetches the packages unless those of the lock file are there. Throws where npm fails. */
export function installFrontEnds(): void;
/** The script of each page, by name. */
export function bundleFrontEnds(): Promise<{ reactivesearch: string; searchkit: string; analytics: string }>;
