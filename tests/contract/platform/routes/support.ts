import * as z from "zod";

export const KeptSchema = z.object({ id: z.string() });

let lastNumber = 0;

export function fresh(prefix: string): string {
  lastNumber += 1;
  return `${prefix}-${Date.now()}-${lastNumber}`;
}
