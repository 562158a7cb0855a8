// What the screens of suggestions share, from one place: the compiler makes one file of it.
export { boxOf, featuredCrumbs, featuredPath, kindOf } from "./paths";
export { SuggestionTabs } from "./suggestion-tabs";
