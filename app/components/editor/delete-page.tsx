import { ConfirmPage } from "~/components/forms/confirm-page";
import { Name } from "~/components/ui/name";
import type { loadDelete } from "~/editor/delete.server";
import { DELETE } from "~/editor/intents";
import { AsJson } from "./as-json";

type DeletePageProps = {
  /** From `loadDelete`. */ page: Awaited<ReturnType<typeof loadDelete>>;
  /** Which one it is, and where. */ description: string;
};

/** The page before a thing is deleted that can be restored. */
export function DeletePage({ page, description }: DeletePageProps) {
  const { noun, name, facts, toType, version, text, cut, cancelTo, request, gate } = page;
  return (
    <ConfirmPage
      title={<Name>Delete {name}?</Name>}
      description={`${description} For 30 days it can be restored from Changes.`}
      consequences={
        <>
          {facts !== "" && <Name as="p">{facts}</Name>}
          <AsJson label={cut ? `Beginning of the ${noun}` : `The ${noun}`} text={text} />
        </>
      }
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
