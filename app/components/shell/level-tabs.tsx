import { useLocation, useMatches } from "@remix-run/react";
import { Tabs } from "~/components/ui/page/tabs";
import { currentTab } from "~/navigation/current";
import { screenOf } from "~/navigation/handle";
import type { ShellData } from "~/server/shell.server";

/**
 * The tabs of an overview and of the pages that belong to one of them: mapping and settings of an index, templates and
 * tasks of all.
 */
export function LevelTabs({ shell: { tabs, at } }: { shell: ShellData }) {
  const leaf = useMatches().at(-1);
  const { pathname } = useLocation();
  if (tabs.length === 0 || leaf === undefined || screenOf(leaf) !== "") return null;
  const current = currentTab(tabs, pathname);
  // What is done with an index stands under none of them.
  if (current?.path === "" && !leaf.id.endsWith("/_overview")) return null;
  return (
    <Tabs
      label={at.level === "app" ? "Index" : "All indices"}
      tabs={tabs.map((tab) => ({ to: tab.href, label: tab.label, current: tab === current }))}
    />
  );
}
