// For pages about one thing, and for code: what lists do without. Apart from the kit, for the index list is the page that is opened first; one file in the browser.
export * from "./ui/code-block";
export * from "./ui/copy-button";
export * from "./ui/copy-menu";
export * from "./ui/definition-list";
export * from "./ui/named-list";
export * from "./ui/place-nav";
export * from "./ui/progress";
export * from "./ui/request-view";
export * from "./ui/scroll-box";
export * from "./ui/tabs";
export * from "./ui/view-request";

// With the kit, as everything has it.
import "./kit";
