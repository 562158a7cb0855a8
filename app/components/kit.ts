// The kit: what screens are made of, from one place. docs/ui-kit.md tells what each piece is.
//
// Routes import from here and from nowhere deeper. The compiler splits the browser's code by who imports what; since every route imports this one module,
// all of the kit belongs to the same pages and becomes one file. Pieces that are large and rarely used are apart: `apart` in tests/unit/kit.test.ts lists them.
export * from "./ui/address-form";
export * from "./ui/button";
export * from "./ui/card";
export * from "./ui/code-block";
export * from "./ui/column-chooser";
export * from "./ui/copy-button";
export * from "./ui/copy-menu";
export * from "./ui/data-table";
export * from "./ui/definition-list";
export * from "./ui/empty-state";
export * from "./ui/error-panel";
export * from "./ui/export-form";
export * from "./ui/field-filter";
export * from "./ui/filter-bar";
export * from "./ui/gated";
export * from "./ui/logo";
export * from "./ui/menu";
export * from "./ui/named-list";
export * from "./ui/notice";
export * from "./ui/page-form";
export * from "./ui/page-header";
export * from "./ui/panel";
export * from "./ui/place-nav";
export * from "./ui/plain-link";
export * from "./ui/preference-button";
export * from "./ui/progress";
export * from "./ui/reader";
export * from "./ui/remarks";
export * from "./ui/request-view";
export * from "./ui/scroll-box";
export * from "./ui/selection";
export * from "./ui/status-badge";
export * from "./ui/table-footer";
export * from "./ui/table-head";
export * from "./ui/tabs";
export * from "./ui/time";
export * from "./ui/use-address";
export * from "./ui/view-request";
export * from "./ui/window-notice";

// What nearly every page shares besides.
import "~/kit-companions.client";
