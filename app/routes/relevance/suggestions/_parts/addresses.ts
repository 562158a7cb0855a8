import { address, text } from "~/lib/address";

/** The search box whose featured suggestions are to be opened. */
export const boxAddress = address({ box: text({ label: "Search box ID", max: 200 }) });

/** What the preview asks for. */
export const previewAddress = address({
  index: text({ label: "Index", max: 255 }),
  q: text({ label: "Text", max: 500 }),
  visitor: text({ label: "Visitor", max: 200 }),
  box: text({ label: "Search box ID", max: 200 }),
});
