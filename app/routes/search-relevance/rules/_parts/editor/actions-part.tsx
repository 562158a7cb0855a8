import { useState } from "react";
import { FieldErrors } from "~/components/forms/field";
import { Menu, MenuButton } from "~/components/ui/menu";
import { ACTION_LABELS } from "~/services/search-relevance/rules/action-labels";
import { movedTo, useDrag, useScripts } from "~/components/ui/order/use-drag";
import { ActionCard } from "./action-card";
import { ActionFields } from "./action-fields";
import type { RuleFields } from "./fields-type";
import type { Shown } from "./form-rows";
import { Hints } from "./hints";
import { LABELS } from "./labels";
import type { RulePage } from "./load.server";

type ActionsPartProps = { page: RulePage; fields: RuleFields; shown: Shown; busy: boolean };

const typesOf = (shown: Shown) => {
  const cards = shown?.cards;
  return typeof cards === "string" ? cards.split(",").filter((type) => type !== "") : [];
};

/** What a rule does: a card for each action, in the order in which they run. */
export function ActionsPart({ page, fields, shown, busy }: ActionsPartProps) {
  const [order, setOrder] = useState(() => typesOf(shown));
  const scripts = useScripts();
  const { box, dragged, over } = useDrag((from, to) =>
    setOrder((now) => movedTo(now, now.indexOf(from), now.indexOf(to))),
  );
  // A server without functions has no rules that call them; those that are there are shown.
  const left = Object.keys(ACTION_LABELS).filter(
    (type) => !order.includes(type) && (type !== "function" || page.functions !== null),
  );
  return (
    <section id="then" aria-labelledby="rule-then" className="mb-4 scroll-mt-4 border-t border-line pt-4" {...box}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="rule-then" className="text-16 font-bold">
          Then
        </h2>
        {left.length > 0 ? (
          <Menu label="Add action" button>
            {left.map((type) => (
              <MenuButton key={type} name="then" value={`add:${type}`} formNoValidate>
                {ACTION_LABELS[type]}
              </MenuButton>
            ))}
          </Menu>
        ) : (
          <span className="text-13 text-muted">All actions defined</span>
        )}
      </div>
      <input type="hidden" name="cards" value={order.join(",")} />
      {order.length === 0 && (
        <p id={fields.cards.id} className="rounded border border-line p-4 text-13 text-muted">
          No actions defined
        </p>
      )}
      <FieldErrors id={fields.cards.errorId} errors={fields.cards.errors} />
      <Hints of={page.hints} about="actions" />
      <ol aria-label={LABELS.cards} className="grid gap-3">
        {order.map((type, at) => (
          <ActionCard
            key={type}
            type={type}
            at={at}
            all={order.length}
            busy={busy}
            scripts={scripts}
            isDragged={dragged === type}
            edge={over === type && dragged !== null ? (order.indexOf(dragged) < at ? "below" : "above") : null}
            onMove={(by) => setOrder((now) => movedTo(now, at, at + by))}
          >
            <ActionFields type={type} page={page} fields={fields} shown={shown} busy={busy} scripts={scripts} />
          </ActionCard>
        ))}
      </ol>
    </section>
  );
}
