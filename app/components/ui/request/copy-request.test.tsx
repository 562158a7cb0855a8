// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CopyRequest } from "./copy-button";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ["was copied", () => Promise.resolve(), "Request copied to clipboard"],
  ["was not copied", () => Promise.reject(new Error("no")), "Couldn't copy request. Try again"],
])("says that a request %s", async (_, writeText, words) => {
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  render(<CopyRequest text="curl http://a" label="Copy as curl" />);
  fireEvent.click(screen.getByRole("button", { name: "Copy as curl" }));
  expect(await screen.findByText(words)).toBeTruthy();
});

it("stands behind every button that copies a request", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"),
  );
  const buttons = files.flatMap((path) =>
    (readFileSync(join("app", path), "utf8").match(/<CopyButton\b[\s\S]*?\/>/g) ?? []).map(
      (button) => `${path}: ${button}`,
    ),
  );
  expect(buttons.length).toBeGreaterThan(5);
  expect(buttons.filter((button) => /curl|request\b/i.test(button.replace(/^.*?: /, "")))).toEqual([]);
});
