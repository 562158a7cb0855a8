import type { ReactNode } from "react";
import { DefinitionList } from "~/components/ui/definition-list";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { Tabs } from "~/components/ui/page/tabs";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { ServerFacts } from "./server-facts.server";

type ServerPageProps = {
  facts: ServerFacts;
  /** The key of the screen, and the heading: what is said and changed here. */
  screen: string;
  title: string;
  /** Below the facts of the server. */
  children: ReactNode;
};

/** One page for what is a single fact of the server each: all of them, then what one came for. */
export function ServerPage({ facts, screen, title, children }: ServerPageProps) {
  const { address, version, image, engine, sync, billed, failure, pages } = facts;
  return (
    <>
      <PageHeader title={title} description={`Server ${address}${version === null ? "" : `, version ${version}`}`}>
        <Tabs
          label="Server"
          tabs={pages.map((page) => ({
            to: screenPath(clusterLevel, page.screen),
            label: page.label,
            current: page.screen === screen,
          }))}
        />
      </PageHeader>
      <div className="mb-6">
        <DefinitionList
          items={[
            { label: "Engine", value: engine && [engine.name, engine.version].filter(Boolean).join(" ") },
            { label: "Cluster", value: engine?.clusterName },
            { label: "Server image", value: image },
            { label: "Nodes sync", value: sync === null ? null : `every ${sync} seconds` },
            { label: "Billing", value: billed === null ? null : billed ? "Subscription" : "None" },
          ]}
        />
      </div>
      {failure && (
        <div className="mb-6">
          <ErrorPanel title="Some facts of the server could not be loaded." failure={failure} />
        </div>
      )}
      {children}
    </>
  );
}
