export type FoundChromium = { path: string; libraries: string | undefined };
export function findChromium(): FoundChromium;
export function environmentOf(libraries: string | undefined): Record<string, string | undefined> | undefined;
export const chromiumArguments: string[];
