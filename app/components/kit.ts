// The kit: what screens are made of, from one place. docs/ui-kit.md tells what each piece is.
//
// Routes import from here and from nowhere deeper. The compiler splits the browser's code by who imports what; since every route imports this one module,
// all of the kit belongs to the same pages and becomes one file. Pieces for few screens are in barrels of their own, `detail-kit`, `document-kit` and `form-kit`; large ones are apart: `apart` in tests/unit/kit.test.ts lists them.
export * from "./ui/filter/address-form";
export * from "./ui/button";
export * from "./ui/card";
export * from "./ui/table/data-table";
export * from "./ui/message/empty-state";
export * from "./ui/message/error-panel";
export * from "./ui/filter/filter-bar";
export * from "./ui/message/gated";
export * from "./ui/filter/list-filters";
export * from "./ui/logo";
export * from "./ui/long-name";
export * from "./ui/menu";
export * from "./ui/message/notice";
export * from "./ui/page/page-form";
export * from "./ui/page/page-header";
export * from "./ui/page/page-tabs";
export * from "./ui/page/panel";
export * from "./ui/page/settled-panel";
export * from "./ui/page/tabs";
export * from "./ui/table/selection";
export * from "./ui/plain-link";
export * from "./ui/page/preference-button";
export * from "./ui/reader";
export * from "./ui/message/remarks";
export * from "./ui/message/status-badge";
export * from "./ui/table/table-footer";
export * from "./ui/table/table-head";
export * from "./ui/time";
export * from "./ui/filter/use-address";

// What nearly every page shares besides.
import "~/kit-companions.client";
