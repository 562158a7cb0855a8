export { countMatching, matchingDocuments } from "./count";
export { search, readRequest } from "./search";
export { routes } from "./routes";
