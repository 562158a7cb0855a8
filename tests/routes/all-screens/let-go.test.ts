import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startWholeConsole, type WholeConsole } from "../../setup/whole-console";

let console_: WholeConsole;
beforeAll(async () => {
  console_ = await startWholeConsole({ SEARCH_URL: "http://127.0.0.1:9" });
});
afterAll(() => console_.close());

/** What waits longer than any answer takes, of all that was begun in `work`, and is not called off. */
async function waiting(work: () => Promise<void>): Promise<number> {
  const begun = vi.spyOn(globalThis, "setTimeout");
  const ended = vi.spyOn(globalThis, "clearTimeout");
  try {
    await work();
    const long = begun.mock.results
      .filter((_result, at) => Number(begun.mock.calls[at]?.[1]) >= 30_000)
      .map(({ value }) => value as unknown);
    // Without any there would be nothing to hold.
    expect(long.length).toBeGreaterThan(0);
    const left = () =>
      long.filter((timer) => !ended.mock.calls.some(([cleared]) => (cleared as unknown) === timer)).length;
    await vi.waitFor(() => expect(left()).toBe(0), { timeout: 2000 }).catch(() => undefined);
    return left();
  } finally {
    begun.mockRestore();
    ended.mockRestore();
  }
}

describe("an answer that was sent", () => {
  it.each(["/login", "/login.data"])("is not kept in memory until it could have been late: %s", async (path) => {
    const left = await waiting(async () => {
      for (let time = 0; time < 3; time++) {
        const answer = await fetch(`${console_.url}${path}`);
        expect(answer.status).toBe(200);
        await answer.text();
      }
    });
    expect(left).toBe(0);
  });
});
