import { useLocation } from "@remix-run/react";
import { useAddress } from "~/components/ui/filter/use-address";
import { PageHeader } from "~/components/ui/page/page-header";
import { Tabs } from "~/components/ui/page/tabs";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { tryAddress } from "./addresses";
import { featuredSuggestions, preferencesPath } from "./thing";

/**
 * The head of the pages of suggestions, which keep the index that they were opened from. Featured ones are left out on a
 * server that has none.
 */
export function SuggestionTabs({ featured }: { featured: boolean }) {
  const { pathname } = useLocation();
  const { index } = useAddress(tryAddress).state;
  const query = { index };
  const tabs = [
    { to: preferencesPath("popular", undefined, query), label: "Popular" },
    { to: preferencesPath("recent", undefined, query), label: "Recent" },
    { to: preferencesPath("index", undefined, query), label: "Index" },
    ...(featured ? [{ to: featuredSuggestions.path(clusterLevel, { query }), label: "Featured" }] : []),
    { to: screenPath(clusterLevel, "suggestions/preview", { query }), label: "Preview" },
  ];
  return (
    <PageHeader title="Suggestions">
      <Tabs
        label="Kinds of suggestions"
        tabs={tabs.map((tab) => ({ ...tab, current: tab.to.split("?")[0] === pathname }))}
      />
    </PageHeader>
  );
}
