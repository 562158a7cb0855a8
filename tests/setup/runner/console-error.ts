import { afterEach, beforeEach } from "vitest";

// What is written to console.error is a fault that nobody looked at: it fails the test in which it happens. A test that
// expects it takes the call itself, by `vi.spyOn(console, "error").mockImplementation(…)`, and says what it expects.

const original = console.error;
const seen: string[] = [];
// Tests that run side by side: what one of them does fails the first that ends.
let running = 0;

function shown(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : typeof part === "string" ? part : JSON.stringify(part);
}

beforeEach(() => {
  running += 1;
  if (running > 1) return;
  seen.length = 0;
  console.error = (...parts: unknown[]) => {
    seen.push(parts.map(shown).join(" ").slice(0, 2000));
    original(...parts);
  };
});

afterEach(() => {
  running -= 1;
  if (running === 0) console.error = original;
  if (seen.length > 0) throw new Error(`console.error was called:\n${seen.splice(0).join("\n")}`);
});
