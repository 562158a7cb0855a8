// For lists of documents, whose columns, filters and rows are chosen. Apart from the kit, for only Browse has them; one file in the browser.
export * from "./ui/column-chooser";
export * from "./ui/export-form";
export * from "./ui/field-filter";
export * from "./ui/selection";
export * from "./ui/window-notice";

// With the kit, as everything has it.
import "./kit";
