// The kit: what screens are made of, from one place. docs/ui-kit.md tells what each piece is.
//
// Routes import from here and from nowhere deeper. The compiler splits the browser's code by who imports what; since every route imports this one module,
// all of the kit belongs to the same pages and becomes one file. Pieces for few screens are in barrels of their own, `detail-kit`, `document-kit` and `form-kit`; large ones are apart: `apart` in tests/unit/kit.test.ts lists them.
export * from "./ui/address-form";
export * from "./ui/button";
export * from "./ui/card";
export * from "./ui/data-table";
export * from "./ui/empty-state";
export * from "./ui/error-panel";
export * from "./ui/filter-bar";
export * from "./ui/gated";
export * from "./ui/logo";
export * from "./ui/menu";
export * from "./ui/notice";
export * from "./ui/page-form";
export * from "./ui/page-header";
export * from "./ui/panel";
export * from "./ui/plain-link";
export * from "./ui/preference-button";
export * from "./ui/reader";
export * from "./ui/remarks";
export * from "./ui/status-badge";
export * from "./ui/table-footer";
export * from "./ui/table-head";
export * from "./ui/time";
export * from "./ui/use-address";

// What nearly every page shares besides.
import "~/kit-companions.client";
