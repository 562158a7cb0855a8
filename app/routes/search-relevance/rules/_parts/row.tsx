import { PlaceButtons, SwitchForm } from "~/components/relevance/list-parts";
import { Menu, MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { useReader } from "~/components/ui/reader";
import type { Gate } from "~/lib/access-control/gate";
import { formatRelative } from "~/lib/values/dates";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";
import { failureText } from "~/services/search-relevance/rules/failures";
import { DragHandle } from "~/components/ui/order/drag-handle";
import { MOVE, SWITCH } from "./intents";
import type { RuleRow } from "./list.server";
import { rulePath } from "./thing";

/** Name, description, condition and actions of a rule, and what is odd about it. */
export function RuleName({ row, at }: { row: RuleRow; at: LevelRef }) {
  const { id, name, description, when, words, does, hint, stopped, failures, isCron, waits } = row;
  const { zone, now } = useReader();
  return (
    <>
      <div>
        <Name to={rulePath(at, id)}>{name}</Name>
      </div>
      {waits !== null && (
        <div className="text-12 font-normal text-muted">
          <StatusBadge tone="warn">{waits.what}</StatusBadge>{" "}
          <PlainLink to={screenPath(appLevel(waits.index), "search/review")} className="link">
            in your draft of {waits.index}
          </PlainLink>
        </div>
      )}
      {description && (
        <Name as="div" className="line-clamp-2 max-w-[32rem] text-12 font-normal text-muted">
          {description}
        </Name>
      )}
      <Name
        as="div"
        className={`line-clamp-2 max-w-[36rem] text-12 font-normal text-muted ${words === null ? "font-mono" : ""}`}
      >
        {words ?? when}
      </Name>
      <Name as="div" className="line-clamp-2 max-w-[36rem] text-12 font-normal">
        {does || "No actions defined"}
      </Name>
      {stopped !== null && (
        <Name as="div" className="max-w-[32rem] text-12 font-normal text-warn">
          {stopped}
        </Name>
      )}
      {failures !== null && (
        <Name as="div" className="max-w-[32rem] text-12 font-normal text-warn">
          {failureText(failures, { when: formatRelative({ instant: failures.lastAt, zone, now }), isCron })}
        </Name>
      )}
      {hint !== null && (
        <Name as="div" className="max-w-[32rem] text-12 font-normal text-warn">
          {hint}
        </Name>
      )}
    </>
  );
}

/** Whether a rule is on, and the button for the other. */
export function RuleSwitch({ row: { id, name, enabled }, gate }: { row: RuleRow; gate: Gate }) {
  return <SwitchForm intent={SWITCH} name={name} enabled={enabled} sent={{ id }} gate={gate} />;
}

/** The place of a rule, with buttons to move it by one, and where scripts run a handle to drag it. */
export function RulePlace({
  row: { id, name, place, order, above, below },
  gate,
  drags,
}: {
  row: RuleRow;
  gate: Gate;
  drags: boolean;
}) {
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
