// What pages share, by the kind of page that has it: each group is one file in the browser, whole or not at all. What
// no group holds is the page's own. Paths are below app/; the longest one that fits counts.
const frame = {
  name: "frame",
  holds: [
    "components/shell/",
    "components/ui/",
    "components/charts/marks.ts",
    "lib/address/index.ts",
    "lib/values/dates.ts",
    "lib/address/ids.ts",
    "lib/values/numbers.ts",
    "lib/messages/user-messages.ts",
    "navigation/current.ts",
    "navigation/handle.ts",
    "navigation/paths.ts",
    "navigation/use-shell.ts",
    "browser/nonce.ts",
    "browser/style-sheets.tsx",
  ],
  // Large, or for few pages.
  but: [
    "components/ui/filter/about-index.tsx",
    "components/ui/filter/date-range.tsx",
    "components/ui/filter/field-filter.tsx",
    "components/ui/filter/range-bar.tsx",
    "components/ui/filter/search-line.tsx",
    "components/ui/message/not-offered.tsx",
    "components/ui/message/window-notice.tsx",
    "components/ui/request/diff-view.tsx",
    "components/ui/order/",
    "components/ui/request/export-form.tsx",
    "components/ui/request/json-tree.tsx",
    "components/ui/table/column-chooser.tsx",
    "components/ui/table/usage-columns.tsx",
  ],
};

/** Pages about one thing, and code: what the index list, the page that is opened first, does without. */
const detail = {
  name: "detail",
  holds: [
    "components/forms/form-boundary.tsx",
    "components/ui/definition-list.tsx",
    "components/ui/marked.tsx",
    "components/ui/message/more-menu.tsx",
    "components/ui/message/plan-panel.tsx",
    "components/ui/message/progress.tsx",
    "components/ui/named-list.tsx",
    "components/ui/page/place-nav.tsx",
    "components/ui/request/",
    "components/ui/table/scroll-box.tsx",
    "editor/intents.ts",
    "navigation/document-paths.ts",
  ],
  // Lists have them too.
  but: ["components/ui/request/copy-button.tsx", "lib/messages/call-messages.ts"],
};

/** With Conform, which is 13 kB. */
const forms = {
  name: "forms",
  holds: [
    "components/forms/confirm-page.tsx",
    "components/forms/field.tsx",
    "components/forms/form-end.tsx",
    "components/forms/code/json-area.tsx",
    "components/forms/server-form.tsx",
    "components/forms/use-server-form.ts",
  ],
};

/** uPlot is not among them: it comes when a reader is near a chart. */
const charts = {
  name: "charts",
  holds: [
    "components/charts/chart.tsx",
    "components/charts/chart-panel.tsx",
    "components/charts/dashboard.tsx",
    "components/charts/sparkline.tsx",
  ],
};

/** What the editors of code share; they come by `import()`. */
const editor = {
  name: "editor",
  holds: ["components/forms/code/mount-editor.ts"],
};

/** A group holds what its files import too, unless one before it does. */
export const groups = [frame, detail, forms, charts, editor];

const holds = (row, path) => (row.endsWith("/") ? path.startsWith(row) : path === row);
const rows = groups.flatMap(({ name, holds: held, but = [] }) => [
  ...held.map((row) => ({ row, name })),
  ...but.map((row) => ({ row, name: undefined })),
]);

/** The row for a file below app/: the name of the group that holds it, none where it is left out on purpose. */
export function rowOf(path) {
  const [best] = rows.filter(({ row }) => holds(row, path)).sort((a, b) => b.row.length - a.row.length);
  return best;
}
