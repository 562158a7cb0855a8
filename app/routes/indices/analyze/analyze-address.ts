import { address, flag, text } from "~/lib/address";

/** What is analyzed, and by what: an analyzer by its name, else that of the field, else the default of the index. */
export const analyzeAddress = address({
  text: text({ label: "Text", max: 3000 }),
  field: text({ label: "Field", max: 1000 }),
  analyzer: text({ label: "Analyzer", max: 300 }),
  steps: flag({ label: "Steps" }),
});
