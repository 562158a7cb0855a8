import { address, oneOf } from "~/lib/address";

/** The lists of insights, as tabs. */
export const insightTabs = ["insights", "saved", "read"] as const;
export const tabNames = { insights: "New", saved: "Saved", read: "Read" } as const;

/** The address of the insights. */
export const insightsAddress = address({ tab: oneOf(insightTabs, { initial: "insights", label: "Tab" }) });

/**
 * The page that a published dashboard's link means: `?insights-sidebar=true&insights-tab=read&insights-id=low_clicks`.
 * Null for any other address.
 */
export function publishedLink(search: URLSearchParams): string | null {
  if (search.get("insights-sidebar") !== "true") return null;
  const tab = insightTabs.find((one) => one === search.get("insights-tab")?.toLowerCase()) ?? "insights";
  const id = search.get("insights-id") ?? "";
  return `${tab === "insights" ? "" : insightsAddress.at("").href({ tab })}${/^\w+$/.test(id) ? `#${id}` : ""}`;
}
