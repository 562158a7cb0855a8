import type { ReactNode } from "react";
import { FormFailure } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { DiffView } from "~/components/ui/request/diff-view";
import type { Changes } from "~/editor/changes.server";
import { SAVE } from "~/editor/intents";
import { pronoun, thisOne, was } from "~/editor/nouns";
import type { loadReview } from "~/editor/review.server";

type ReviewData = Awaited<ReturnType<typeof loadReview>>;
type ReviewPageProps = {
  /** From `loadReview`. */ review: ReviewData;
  /** With the thing in it. */ formId: string;
  /** Which one it is. */ name: ReactNode;
};

/** Old and new before a save, and what to do when somebody else was faster. */
export function ReviewPage({ review, formId, name }: ReviewPageProps) {
  if (review.state === "lost") {
    return (
      <>
        <PageHeader title="Review changes" />
        <FormFailure />
        <EmptyState
          title="These changes are no longer kept"
          action={<LinkButton to={review.editTo}>Edit the {review.noun}</LinkButton>}
        >
          <p>Unsaved changes are kept for one day. They may have been saved already.</p>
        </EmptyState>
      </>
    );
  }
  return <Review review={review} formId={formId} name={name} />;
}

const words = {
  ready: { title: () => "Review changes", save: (noun: string) => `Save ${noun}`, before: "Current", leave: "Cancel" },
  conflict: {
    title: (noun: string) => `Someone else changed ${thisOne(noun)}`,
    save: () => "Overwrite their changes",
    before: "Current (theirs)",
    leave: "Discard mine",
  },
  new: {
    title: (noun: string) => `Review the new ${noun}`,
    save: (noun: string) => `Create ${noun}`,
    before: "Nothing stored",
    leave: "Cancel",
  },
  deleted: {
    title: (noun: string) => `Someone else deleted ${thisOne(noun)}`,
    save: (noun: string) => `Save as a new ${noun}`,
    before: "Nothing stored",
    leave: "Cancel",
  },
};

function Review({ review, formId, name }: ReviewPageProps & { review: Exclude<ReviewData, { state: "lost" }> }) {
  const { noun, state, changes, remark, theirs, version, editTo, cancelTo, request, gate } = review;
  const { form, busy } = useServerForm({ id: `save-${formId}`, intent: SAVE });
  const { title, save, before, leave } = words[state];
  return (
    <>
      <PageHeader title={title(noun)} description={<Name>{name}. Nothing is saved yet.</Name>} />
      {state === "conflict" && (
        <Notice tone="warn">
          {pronoun(noun)} changed after you started to edit. On the left is what is stored now, on the right what you
          want to save. Saving loses their changes; keep editing to merge them into yours.
        </Notice>
      )}
      {state === "deleted" && (
        <Notice tone="warn">
          {pronoun(noun)} {was(noun)} deleted after you started to edit. Save your changes under the same id, or leave
          it deleted.
        </Notice>
      )}
      {remark !== null && <Notice tone="warn">{remark}</Notice>}
      <ChangeList changes={changes} before={before} after="Your changes" />
      {theirs && (
        <details className="mt-4">
          <summary className="link w-fit">What they changed</summary>
          <div className="mt-2">
            <ChangeList changes={theirs} before="When you started" after="Current (theirs)" />
          </div>
        </details>
      )}
      <div className="mt-4">
        <ServerForm form={form} intent={SAVE}>
          <input type="hidden" name="version" value={version} />
          <FormEnd
            label={save(noun)}
            busyLabel="Saving…"
            busy={busy}
            request={request}
            gate={gate}
            tone={state === "ready" || state === "new" ? "primary" : "danger"}
            cancelTo={cancelTo}
            cancelLabel={leave}
          >
            <LinkButton to={editTo}>Keep editing</LinkButton>
          </FormEnd>
        </ServerForm>
      </div>
    </>
  );
}

/** What differs between two texts, with what had to be left out of it. */
export function ChangeList({ changes, before, after }: { changes: Changes; before: string; after: string }) {
  if (changes.tooLarge) return <p className="text-muted">The texts are too large to compare line by line.</p>;
  return (
    <>
      {changes.spacesOnly && <p className="mb-2 text-muted">Only spaces and line breaks differ.</p>}
      <DiffView rows={changes.rows} before={before} after={after} />
      {changes.cut && <p className="mt-2 text-13 text-muted">There are more differences than shown here.</p>}
    </>
  );
}
