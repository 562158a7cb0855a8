// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FieldRow } from "./server-form";

it("fields beside each other share the lines of a grid: labels, controls, hints, errors", () => {
  expect(renderToStaticMarkup(<FieldRow three>A</FieldRow>)).toBe('<div class="field-row large:grid-cols-3">A</div>');
  const css = readFileSync("app/styles/pages.css", "utf8");
  expect(css).toMatch(/\.field-row > div \{\s*display: grid;\s*grid-row: span 4;\s*grid-template: subgrid/);
});

it("no screen makes pairs of fields of its own", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tsx"));
  const own = files.filter((path) =>
    /className="grid gap-x-\d (?:small|medium):grid-cols-\d">\s*<(?:Text|Select|List|Number)Field/.test(
      readFileSync(`app/${path}`, "utf8"),
    ),
  );
  expect(own).toEqual([]);
});
