// What the screens of relevance tests share, from one place: the compiler makes one file of it.
export { testList, testRun } from "./addresses";
export { DELETE, IMPORT } from "./intents";
export { appLevel, crumb, testCrumbs, testPath, testsFile, testsPath, testsTitle } from "./paths";
