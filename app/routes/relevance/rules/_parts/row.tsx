import { Gated, Menu, MenuLink, PlainLink, useReader } from "~/components/kit";
import { PlaceButtons, SwitchForm } from "~/components/relevance/list-parts";
import type { Gate } from "~/lib/access/gate";
import { formatRelative } from "~/lib/dates";
import { type LevelRef, screenPath } from "~/navigation/paths";
import { failureText } from "~/services/rules/failures";
import { DragHandle } from "./drag-handle";
import { MOVE, SWITCH } from "./intents";
import type { RuleRow } from "./list.server";
import { rulePath } from "./paths";

/** Name, description and condition of a rule, and what is odd about it. */
export function RuleName({ row, at }: { row: RuleRow; at: LevelRef }) {
  const { id, name, description, when, hint, stopped, failures, isCron } = row;
  const { zone, now } = useReader();
  return (
    <>
      <div>
        <PlainLink to={rulePath(at, id)} className="link [overflow-wrap:anywhere]">
          {name}
        </PlainLink>
      </div>
      {description && <div className="line-clamp-2 max-w-[32rem] text-12 font-normal text-muted [overflow-wrap:anywhere]">{description}</div>}
      <div className="line-clamp-2 max-w-[36rem] font-mono text-12 font-normal text-muted [overflow-wrap:anywhere]">{when}</div>
      {stopped !== null && <div className="max-w-[32rem] text-12 font-normal text-warn [overflow-wrap:anywhere]">{stopped}</div>}
      {failures !== null && (
        <div className="max-w-[32rem] text-12 font-normal text-warn [overflow-wrap:anywhere]">
          {failureText(failures, { when: formatRelative({ instant: failures.lastAt, zone, now }), isCron })}
        </div>
      )}
      {hint !== null && <div className="max-w-[32rem] text-12 font-normal text-warn [overflow-wrap:anywhere]">{hint}</div>}
    </>
  );
}

/** Whether a rule is on, and the button for the other. */
export function RuleSwitch({ row: { id, name, enabled }, gate }: { row: RuleRow; gate: Gate }) {
  return <SwitchForm intent={SWITCH} name={name} enabled={enabled} sent={{ id }} gate={gate} />;
}

/** The place of a rule, with buttons to move it by one, and where scripts run a handle to drag it. */
export function RulePlace({ row: { id, name, place, order, above, below }, gate, drags }: { row: RuleRow; gate: Gate; drags: boolean }) {
  return (
    <PlaceButtons intent={MOVE} {...{ id, name, place, order, above, below, gate }}>
      {drags && <DragHandle id={id} />}
    </PlaceButtons>
  );
}

/** What else can be done with a rule. */
export function RuleActions({ row: { id, name }, at, gate }: { row: RuleRow; at: LevelRef; gate: Gate }) {
  return (
    <Menu label={<span className="sign">…</span>} name={`Actions for ${name}`}>
      <MenuLink to={rulePath(at, id)}>Edit</MenuLink>
      <Gated gate={gate} look="menu" label="Clone, delete">
        <MenuLink to={screenPath(at, "rules/new", { query: { from: id } })}>Clone</MenuLink>
        <MenuLink to={rulePath(at, id, "delete")} danger>
          Delete…
        </MenuLink>
      </Gated>
    </Menu>
  );
}
