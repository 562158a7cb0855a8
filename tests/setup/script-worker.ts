export { scriptWorker } from "./built-program";
