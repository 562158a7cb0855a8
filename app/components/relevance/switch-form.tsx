import type { Gate } from "~/lib/access/gate";
import { Button, Gated, PageForm, StatusBadge } from "~/components/kit";

type SwitchFormProps = {
  intent: string;
  /** What the button is told apart by from those of other rows. */
  name: string;
  enabled: boolean;
  /** What the action needs besides `name` and `enabled`, which it gets as it is to be. */
  sent?: Readonly<Record<string, string>>;
  gate: Gate;
};

/** Whether a thing is on, and the button for the other, which the action of the page answers. */
export function SwitchForm({ intent, name, enabled, sent = {}, gate }: SwitchFormProps) {
  const label = enabled ? "Switch off" : "Switch on";
  return (
    <PageForm method="post" className="flex items-center gap-2">
      <StatusBadge tone={enabled ? "good" : "neutral"}>{enabled ? "on" : "off"}</StatusBadge>
      {Object.entries({ intent, ...sent, name, enabled: String(!enabled) }).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <Gated gate={gate} label={label}>
        <Button tone="quiet" aria-label={`${label} ${name}`} className="whitespace-nowrap px-1.5">
          {label}
        </Button>
      </Gated>
    </PageForm>
  );
}
