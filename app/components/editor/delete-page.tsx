import { ConfirmPage } from "~/components/form-kit";
import { CodeBlock } from "~/components/detail-kit";
import type { loadDelete } from "~/editor/delete.server";
import { DELETE } from "~/editor/intents";

type DeletePageProps = { /** From `loadDelete`. */ page: Awaited<ReturnType<typeof loadDelete>>; /** Which one it is, and where. */ description: string };

/** The page before a thing is deleted that can be restored. */
export function DeletePage({ page, description }: DeletePageProps) {
  const { noun, name, toType, version, text, cut, cancelTo, request, gate } = page;
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Delete {name}?</span>}
      description={`${description} For 30 days it can be restored from Changes.`}
      consequences={<CodeBlock label={cut ? `Beginning of the ${noun}` : `The ${noun}`} text={text} />}
      intent={DELETE}
      request={request}
      gate={gate}
      submitLabel={`Delete ${noun}`}
      cancelTo={cancelTo}
      {...(toType === null ? {} : { nameToType: { name: toType, label: `Type ${toType} to confirm` } })}
    >
      <input type="hidden" name="version" value={version} />
    </ConfirmPage>
  );
}
