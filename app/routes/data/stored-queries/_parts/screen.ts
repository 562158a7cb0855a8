// What the screens of stored queries share, from one place: the compiler makes one file of it.
export { executeAddress, queryList } from "./addresses";
export { EXECUTE } from "./intents";
export { queryCrumbs, queryIdOf, queryPath, queryTitle } from "./paths";
