// A reporter of vitest: prints each test that passed only when it was tried again, and leaves their names in the file
// that RETRIES_FILE names. What runs the suites counts them: a suite that lives on second tries says nothing.
import { writeFileSync } from "node:fs";

/** More tests than these that needed another try fail a run, whatever came of the try. */
export const MOST_RETRIES = 3;

export default class RetriesReporter {
  retried = [];

  onTestCaseResult(test) {
    const count = test.diagnostic()?.retryCount ?? 0;
    if (count === 0) return;
    this.retried.push(test.fullName);
    console.log(
      `retried ${count === 1 ? "once" : `${count} times`}: ${test.module.relativeModuleId} > ${test.fullName}`,
    );
  }

  onTestRunEnd() {
    const file = process.env["RETRIES_FILE"];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.retried));
  }
}
