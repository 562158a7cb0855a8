export type FoundChromium = { path: string; libraries: string | undefined };
export function findChromium(): FoundChromium;
export const chromiumArguments: string[];
