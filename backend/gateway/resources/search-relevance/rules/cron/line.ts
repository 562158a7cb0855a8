import { ExpressionError } from "@common/search-relevance/rule-expression/tokens";
import { Cron } from "croner";

/** Five fields from minutes on; with six the first is seconds. In UTC, as gateways may stand in several zones. */
export function cronOf(line: string): Cron {
  return new Cron(line.trim(), { timezone: "UTC", paused: true });
}

/** Refuses what is no cron line, and one that never comes. Throws an ExpressionError. */
export function requireCronLine(line: string): void {
  let next: Date | null;
  try {
    next = cronOf(line).nextRun();
  } catch (error) {
    throw new ExpressionError(
      `${JSON.stringify(line)} is no cron line (${error instanceof Error ? error.message : String(error)})`,
      0,
    );
  }
  if (next === null) throw new ExpressionError(`${JSON.stringify(line)} names a time that never comes`, 0);
}
