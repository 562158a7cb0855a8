import { address, flag, number, oneOf, text } from "~/lib/address";

/** What the editor shows of a draft: which file, which stage beside it, and whether it is tried. */
export const editorAddress = address({
  version: number({ min: 1, max: 1e9, initial: null, label: "Version" }),
  file: text({ max: 200, label: "File" }),
  stage: text({ max: 200, label: "Stage" }),
  run: flag({ label: "Run" }),
  add: text({ max: 200, label: "Stage to add" }),
});

/** What a new one begins with: a template, or a copy of another. */
export const newAddress = address({
  template: oneOf(["basic", "cached", "rules", "errors", "second-search", "saved-search", "outside"], {
    label: "Template",
  }),
  from: text({ max: 200, label: "Copy of" }),
  file: text({ max: 200, label: "File" }),
});
