import { address, text } from "~/lib/address";

/** The search that is tried beside the settings; the one that visitors make most where none was typed. */
export const exampleAddress = address({ try: text({ label: "Example search", max: 500 }) });
