import { Card } from "~/components/ui/card";
import { DefinitionList } from "~/components/ui/definition-list";
import { GatedLink } from "~/components/ui/message/gated";
import type { Gate } from "~/lib/access-control/gate";
import type { Answers } from "~/services/billing/plan.server";
import { usageLabels } from "./usage-fields";

const spoken = (value: Answers[string]) =>
  typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);

/** What the account service was told of the use of this server, whoever told it. */
export function UsageCard({ answers, gate, to }: { answers: Answers; gate: Gate; to: string }) {
  const items = Object.entries(answers).map(([name, value]) => ({
    label: usageLabels[name] ?? name,
    value: spoken(value),
  }));
  return (
    <Card title="Usage details" className="mb-6">
      {items.length > 0 ? (
        <DefinitionList items={items} />
      ) : (
        <p className="text-muted">What you use this server for helps to find the right plan.</p>
      )}
      <p className="mt-3">
        <GatedLink gate={gate} to={to} label={items.length > 0 ? "Edit usage details" : "Add usage details"} />
      </p>
    </Card>
  );
}
