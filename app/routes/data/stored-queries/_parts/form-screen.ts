// The same for those with a form.
export { QueryForm } from "./query-form";
export { TriedCard } from "./tried-card";
