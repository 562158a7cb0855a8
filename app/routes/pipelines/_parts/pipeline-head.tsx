import type { ReactNode } from "react";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { Tabs } from "~/components/ui/page/tabs";
import { MethodBadge } from "~/components/ui/request/view-request";
import { type LevelRef, screenPath } from "~/navigation/paths";
import { pipelines } from "./thing";

/** The pages of one pipeline that have a tab. */
export type PipelineTab = "edit" | "validate" | "versions" | "logs" | "insights";

type PipelineHeadProps = {
  id: string;
  name: string;
  at: LevelRef;
  current: PipelineTab;
  routes: readonly { method: string; path: string }[];
  /** Beside the title: the version, a state. */
  badge?: ReactNode;
  /** On the right of the title, the primary one last. */
  actions?: ReactNode;
};

/** The head of the pages of one pipeline: what it is called, where it answers, and a tab for each of the pages. */
export function PipelineHead({ id, name, at, current, routes, badge, actions }: PipelineHeadProps) {
  const to = {
    edit: pipelines.path(at, { id }),
    validate: pipelines.path(at, { id, page: "validate" }),
    versions: pipelines.path(at, { id, page: "versions" }),
    logs: pipelines.path(at, { id, page: "logs" }),
    insights: screenPath(at, "pipeline-insights", { query: { pipeline: id } }),
  } satisfies Record<PipelineTab, string>;
  const tab = (key: PipelineTab, label: string) => ({ to: to[key], label, current: key === current });
  const [first] = routes;
  return (
    <PageHeader
      title={<Name>{name}</Name>}
      {...(badge !== undefined && { badge })}
      description={
        first && (
          <span className="flex flex-wrap items-center gap-x-2">
            <MethodBadge method={first.method} />
            <Name as="code">{first.path}</Name>
            {routes.length > 1 && <span>and {routes.length - 1} more</span>}
          </span>
        )
      }
      actions={actions}
    >
      <Tabs
        label="Pages of the pipeline"
        tabs={[
          tab("edit", "Edit"),
          tab("validate", "Validate"),
          tab("versions", "Versions"),
          tab("logs", "Logs"),
          tab("insights", "Insights"),
        ]}
      />
    </PageHeader>
  );
}
