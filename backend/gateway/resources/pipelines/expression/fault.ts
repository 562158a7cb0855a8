/** What is wrong with a condition, and where: `at` counts characters from 0. */
export class ConditionError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(`${message} at character ${at + 1}`);
    this.name = "ConditionError";
    this.at = at;
  }
}
