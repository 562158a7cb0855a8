import { useLocation } from "@remix-run/react";
import { PageHeader, Tabs } from "~/components/kit";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { featuredPath, preferencesPath } from "./paths";

/** The head of the pages of suggestions. Featured ones are left out on a server that has them not. */
export function SuggestionTabs({ featured }: { featured: boolean }) {
  const { pathname } = useLocation();
  const tabs = [
    { to: preferencesPath("popular"), label: "Popular" },
    { to: preferencesPath("recent"), label: "Recent" },
    { to: preferencesPath("index"), label: "Index" },
    ...(featured ? [{ to: featuredPath(), label: "Featured" }] : []),
    { to: screenPath(clusterLevel, "suggestions/preview"), label: "Preview" },
  ];
  return (
    <PageHeader title="Suggestions">
      <Tabs label="Kinds of suggestions" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === pathname }))} />
    </PageHeader>
  );
}
