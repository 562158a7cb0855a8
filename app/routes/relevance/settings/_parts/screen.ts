// What the screens of relevance settings share, from one place: the compiler makes one file of it.
export { DraftBar } from "./draft-bar";
export { IndexStateNotice } from "./index-state";
export { SettingsScreen } from "./settings-screen";
