// For pages about one thing, and for code: what lists do without. Apart from the kit, for the index list is the page that is opened first; one file in the browser.
export * from "./ui/request/code-block";
export * from "./ui/request/copy-menu";
export * from "./ui/definition-list";
export * from "./forms/form-boundary";
export * from "./ui/marked";
export * from "./ui/named-list";
export * from "./ui/message/plan-panel";
export * from "./ui/page/place-nav";
export * from "./ui/message/progress";
export * from "./ui/table/scroll-box";
export * from "./ui/request/view-request";

import "~/detail-companions.client";
// With the kit, as everything has it.
import "./kit";
