import { address, text } from "~/lib/address";

/** The search box whose featured suggestions are to be opened. */
export const boxAddress = address({ box: text({ label: "Search box ID", max: 200 }) });

/** What is tried beside the settings: a text, in an index. */
export const tryAddress = address({
  index: text({ label: "Index", max: 255 }),
  try: text({ label: "A shopper types", max: 500 }),
});

/** What the finder of documents looks for. */
export const finderAddress = address({
  find: text({ label: "Add a document", max: 200 }),
  index: text({ label: "Index", max: 255 }),
});

/** What the preview asks for. */
export const previewAddress = address({
  index: text({ label: "Index", max: 255 }),
  q: text({ label: "Text", max: 500 }),
  visitor: text({ label: "Visitor", max: 200 }),
  box: text({ label: "Search box ID", max: 200 }),
});
