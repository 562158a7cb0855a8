/** Whether a run ended for what it took, and not for what it did: the next one would take as much. */
export function tookTooMuch(message: string): boolean {
  return /^the script (?:took (?:longer|more) than|calls itself too deeply)/.test(message);
}

/** The sentence for a run that took all its time. */
export function tooLong(timeMs: number): string {
  return `the script took longer than ${timeMs / 1000} s`;
}
