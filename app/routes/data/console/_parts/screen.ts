// What the screens of the console share, from one place: the compiler makes one file of it.
export { Answers } from "./answers";
export { confirmAddress, forgetAddress, historyAddress, workPath } from "./console-address";
export { CONFIRM, FORGET } from "./intents";
export { SentTable } from "./sent-table";
