import { expect } from "vitest";
import type { Opened } from "../open-screen";

// Matchers for what `openScreen` gives, so that a test reads as a sentence: expect(opened).toRedirectTo("/cluster").

type Matches = string | RegExp;
const fits = (text: string | null | undefined, wanted: Matches) =>
  text !== null && text !== undefined && (typeof wanted === "string" ? text === wanted : wanted.test(text));

const shown = ({ status, response, errors, missing, flash, thrown }: Opened<unknown>) =>
  JSON.stringify({
    status,
    location: response?.headers.get("Location") ?? undefined,
    errors,
    missing,
    flash,
    thrown: thrown instanceof Error ? thrown.message : undefined,
  });

expect.extend({
  /** A redirect to this address. */
  toRedirectTo(opened: Opened<unknown>, to: Matches) {
    const location = opened.response?.headers.get("Location");
    return { pass: fits(location, to), message: () => `expected a redirect to ${String(to)}, got ${shown(opened)}` };
  },
  /** The answer sets a flash with this text. */
  toFlash(opened: Opened<unknown>, text: Matches) {
    return {
      pass: fits(opened.flash, text),
      message: () => `expected the flash ${String(text)}, got ${shown(opened)}`,
    };
  },
  /** The form came back with this message beside the field; "" is the form itself. */
  toHaveFieldError(opened: Opened<unknown>, field: string, text: Matches) {
    const messages = opened.errors[field] ?? [];
    return {
      pass: messages.some((message) => fits(message, text)),
      message: () => `expected ${String(text)} beside “${field}”, got ${shown(opened)}`,
    };
  },
  /** Refused for want of a permission, named as the console names it. */
  toRequire(opened: Opened<unknown>, permission: string) {
    const named =
      opened.missing === permission ||
      Object.values(opened.errors).some((list) => list?.some((text) => text.includes(permission)));
    return {
      pass: opened.status === 403 && named,
      message: () => `expected a 403 that names ${permission}, got ${shown(opened)}`,
    };
  },
  /** The page was given its data. */
  toOpen(opened: Opened<unknown>) {
    const pass = opened.status === 200 && opened.thrown === undefined;
    return { pass, message: () => `expected the page to open, got ${shown(opened)}` };
  },
});

type ScreenMatchers<Result> = {
  toRedirectTo(to: Matches): Result;
  toFlash(text: Matches): Result;
  toHaveFieldError(field: string, text: Matches): Result;
  toRequire(permission: string): Result;
  toOpen(): Result;
};

declare module "vitest" {
  // The names stand for vitest's own, which can be augmented by interfaces alone.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-empty-object-type, @typescript-eslint/consistent-type-definitions
  interface Matchers<T = any> extends ScreenMatchers<T> {}
}
