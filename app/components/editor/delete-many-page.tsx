import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormFailure } from "~/components/forms/form-boundary";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { NamedList } from "~/components/ui/named-list";
import { PageHeader } from "~/components/ui/page/page-header";
import { DELETE } from "~/editor/intents";
import type { Gate } from "~/lib/access-control/gate";
import { countOf } from "~/lib/values/numbers";
import type { ShownRequest } from "~/lib/data/shown-request";

type DeleteManyPageProps = {
  noun: string;
  /** Where they are: "movies". */
  of: string;
  /** How many will be deleted; the form posts it as `count`, and the action asks again when there are more by then. */
  count: number;
  /** False for a selection that is gone. */
  kept: boolean;
  /** Some of them, by name. */
  items: readonly { key: string; to: string; name: string; note?: string | null }[];
  /** The filters that they match; without any, and without a selection, all are meant. */
  words: readonly string[];
  selected: boolean;
  backTo: string;
  /** Whether they can be restored afterwards; the form posts it as `undoable`. */
  undoable: boolean;
  /** The name to type, where a slip must not lose them. */
  nameToType: string | undefined;
  /** What will be sent: `shownRequest` of the change; null where there is nothing to delete. */
  request: ShownRequest | null;
  /** `scope.may` of its right. */
  gate: Gate;
};

/** The page before several things are deleted at once: ticked ones, or all that match. */
export function DeleteManyPage({
  noun,
  of,
  count,
  kept,
  items,
  words,
  selected,
  backTo,
  undoable,
  nameToType,
  request,
  gate,
}: DeleteManyPageProps) {
  const counted = countOf(count, noun);
  if (!kept || count === 0) {
    return (
      <>
        <PageHeader title={`Delete ${noun}s`} />
        <FormFailure />
        <EmptyState
          title={kept ? "There is nothing to delete" : "This selection is no longer kept"}
          action={<LinkButton to={backTo}>Back to the list</LinkButton>}
        >
          <p>{kept ? `No ${noun}s match any more.` : `Select the ${noun}s again.`}</p>
        </EmptyState>
      </>
    );
  }
  return (
    <ConfirmPage
      title={!selected && words.length === 0 ? `Delete all ${counted} of ${of}?` : `Delete ${counted}?`}
      description={
        undoable
          ? "For 30 days they can be restored from Changes."
          : selected
            ? "A copy cannot be kept, so this cannot be undone."
            : "This cannot be undone."
      }
      consequences={
        <>
          {words.length > 0 && (
            <p>
              All {noun}s that match, on every page: {words.join(" · ")}
            </p>
          )}
          <NamedList total={count} items={items} />
        </>
      }
      intent={DELETE}
      request={request ?? undefined}
      gate={gate}
      submitLabel={`Delete ${counted}`}
      cancelTo={backTo}
      nameToType={nameToType === undefined ? undefined : { name: nameToType, label: `Type ${nameToType} to confirm` }}
    >
      <input type="hidden" name="count" value={count} />
      {undoable && <input type="hidden" name="undoable" value="yes" />}
    </ConfirmPage>
  );
}
