// What the screens of relevance settings share, from one place: the compiler makes one file of it.
export { NotOffered } from "./not-offered";
export { SettingsScreen } from "./settings-screen";
