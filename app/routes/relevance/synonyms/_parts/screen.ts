// What the screens of synonyms share, from one place: the compiler makes one file of it.
export { synonymList } from "./addresses";
export { crumb, synonymIdOf, synonymPath, synonymsPath, synonymsTitle } from "./paths";
