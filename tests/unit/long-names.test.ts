import { expect, it } from "vitest";
import { sourceFiles } from "./source-files";

it("breaks long names in one piece, `Name`, but where an element has a look of its own", () => {
  const own = [
    "app/components/documents/field-rows-table.tsx",
    "app/components/documents/token-table.tsx",
    "app/components/forms/field-rows.tsx",
    "app/components/forms/field.tsx",
    "app/components/forms/form-boundary.tsx",
    "app/components/shell/protection-banner.tsx",
    "app/components/ui/name.tsx",
    "app/components/ui/request/code-block.tsx",
    "app/components/ui/request/view-request.tsx",
    "app/routes/_levels/index-chooser.tsx",
    "app/routes/access-control/users/list.tsx",
    "app/routes/analytics/_parts/bar/filter-panel.tsx",
    "app/routes/data/changes/_parts/change-columns.tsx",
    "app/routes/data/search-preview/_parts/search-box.tsx",
    "app/routes/search-relevance/rules/_parts/editor/documents-field.tsx",
    "app/routes/search-relevance/schema/_parts/analyzers.tsx",
    "app/routes/search-relevance/schema/_parts/schema-table.tsx",
  ];
  const written = sourceFiles().filter(({ path, text }) => path.endsWith(".tsx") && text.includes("overflow-wrap:"));
  expect(written.map(({ path }) => path).sort()).toEqual(own);
});
