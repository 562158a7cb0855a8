import { address, text } from "~/lib/address";

/** What is to be shared: the key of a screen with the query of its address, `popular-searches?range=last-7-days`. */
export const shareAddress = address({ page: text({ label: "Page", max: 4000 }) });
