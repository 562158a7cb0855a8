import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import type { Column } from "~/components/ui/table/data-table";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { TemplateRow } from "./list.server";
import { ComponentLinks, type Family, kindBadges, templatePage } from "./template-names";

const nameColumn = (label: string, className?: string): Column<TemplateRow> => ({
  key: "name",
  label,
  className,
  render: ({ kind, name }) => <Name to={templatePage({ kind, name })}>{name}</Name>,
});

/** What a list shows of each of its templates. */
export const columns: Record<Family, readonly Column<TemplateRow>[]> = {
  index: [
    nameColumn("Template", "min-w-[9rem]"),
    {
      key: "kind",
      label: "Kind",
      narrow: "badge",
      render: ({ kind }) => (
        <StatusBadge tone={kind === "composable" ? "info" : "neutral"}>{kindBadges[kind]}</StatusBadge>
      ),
    },
    {
      key: "patterns",
      label: "Patterns",
      narrow: "own",
      render: ({ patterns }) => <Name className="font-mono text-code">{patterns.join(", ")}</Name>,
    },
    {
      key: "rank",
      label: "Priority",
      align: "right",
      narrow: "named",
      render: ({ rank }) => formatNumber(rank),
    },
    {
      key: "components",
      label: "Composed of",
      narrow: "named",
      roomy: true,
      render: ({ components }) => (components.length === 0 ? null : <ComponentLinks names={components} />),
    },
    {
      key: "indices",
      label: "Indices",
      align: "right",
      narrow: "named",
      render: ({ indices }) => formatNumber(indices),
    },
  ],
  component: [
    nameColumn("Component template"),
    { key: "parts", label: "Contains", narrow: "own", render: ({ parts }) => parts.join(", ") },
    {
      key: "users",
      label: "Used by",
      narrow: "named",
      render: ({ users }) =>
        users.length === 0 ? null : <span title={users.join(", ")}>{countOf(users.length, "template")}</span>,
    },
  ],
};
