import { expect, it } from "vitest";
import { isTest, type SourceFile, sourceFiles } from "./source-files";

// JSON that somebody types has one control, `JsonArea`, and one reader, `lib/json/text.server`, which tells line and
// column of a mistake.

const app = sourceFiles().filter(({ path }) => path.startsWith("app/") && !isTest(path));
const paths = (files: readonly SourceFile[]) => files.map(({ path }) => path).sort();

/** What may be JSON or a text, either of which is taken, and what the console itself wrote. */
const others = [
  "app/routes/data/browse/_parts/asked-edit.server.ts",
  "app/routes/data/browse/_parts/new-fields.server.ts",
  "app/routes/data/changes/_parts/changed-values.server.ts",
  "app/routes/pipelines/editor/_parts/stage-changes.server.ts",
  "app/routes/pipelines/editor/_parts/stage-fields.server.ts",
  "app/routes/pipelines/validate/_parts/load.server.ts",
  "app/routes/pipelines/validate/_parts/saved-form.server.ts",
];

it("is typed in a JsonArea: no other text area speaks of JSON", () => {
  const otherAreas = app.filter(({ path, text }) => {
    if (!path.endsWith(".tsx") || path === "app/components/forms/code/json-area.tsx") return false;
    const areas = text.match(/<(?:TextArea|textarea)\b.*?\/>/gs) ?? [];
    return areas.some((area) => /json|\{'[{[]/i.test(area.replaceAll(/className="[^"]*"/g, "")));
  });
  expect(paths(otherAreas)).toEqual([]);
});

it("is read in one place: what else catches a text that is not JSON does not refuse it", () => {
  const catching = app.filter(
    ({ path, text }) =>
      /^app\/(routes|components|editor)\//.test(path) &&
      /try \{[^}]*\bparse(?:Json)?\([^}]*\}\s*catch/s.test(text) &&
      /\bparseJson\(|JSON\.parse\(/.test(text),
  );
  expect(paths(catching)).toEqual(others);
});

it("its mistakes are worded in one place", () => {
  const wording = app.filter(({ text }) => /["`'][^"`'\n]*not valid JSON[^"`'\n]*["`']/i.test(text));
  expect(paths(wording)).toEqual(["app/lib/json/text.server.ts"]);
});
