import { address, flag, number, oneOf, text } from "~/lib/address";

/** What is tried: which version, with which sample (a kept one, or from a log), and what is shown of the run. */
export const validateAddress = address({
  version: number({ min: 1, max: 1e9, initial: null, label: "Version" }),
  log: text({ max: 200, label: "Log" }),
  run: text({ max: 100, label: "Run" }),
  saved: text({ max: 100, label: "Saved sample" }),
  after: text({ max: 200, label: "Stage", part: "look" }),
  show: oneOf(["live", "own"], { label: "Response", part: "look" }),
  check: flag({ label: "Run saved samples" }),
  replay: oneOf(["20", "50", "100"], { label: "Replay" }),
});

/** Which saved sample is edited, or what a new one begins with: a run of the trial. */
export const sampleAddress = address({
  id: text({ max: 100, label: "Sample" }),
  run: text({ max: 100, label: "Run" }),
  log: text({ max: 200, label: "Log" }),
});
