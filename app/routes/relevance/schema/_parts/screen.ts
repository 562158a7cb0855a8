// What the screens of the schema share, from one place: the compiler makes one file of it.
export { Analyzers } from "./analyzers";
export { Conflicts } from "./conflicts";
export { DryRunPanel } from "./dry-run-panel";
export { SchemaTable } from "./schema-table";
export { Uses } from "./uses";
