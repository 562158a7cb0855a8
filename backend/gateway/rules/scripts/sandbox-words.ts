/** The sentence for a run that took all its time. */
export function tooLong(timeMs: number): string {
  return `the script took longer than ${timeMs / 1000} s`;
}
