// For lists of documents, whose columns, filters and rows are chosen. Apart from the kit, for only Browse has them; one file in the browser.
export * from "./ui/table/column-chooser";
export * from "./ui/request/export-form";
export * from "./ui/filter/field-filter";
export * from "./ui/message/window-notice";

// With the kit, as everything has it.
import "./kit";
