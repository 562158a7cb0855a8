import { address, text } from "~/lib/address";

/** What was typed, and the index that one is in: a document's id alone is looked up there. */
export const goAddress = address({ q: text({ max: 600 }), app: text({ max: 255 }) });
