/** Makes an empty folder whose name begins with `prefix`, in memory where there is room; whoever asks removes it. */
export function makeScratchFolder(prefix: string): string;
