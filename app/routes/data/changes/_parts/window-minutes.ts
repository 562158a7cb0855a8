/** How long a writing window may be open. */
export const windowMinutes: readonly number[] = [15, 30, 60, 120, 480];
