import { ConfirmPage } from "~/components/form-kit";
import "~/components/kit";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";

/** The page that asks before an index is opened or closed. */
export function OpenStatePage({ name, open }: { name: string; open: boolean }) {
  if (open) {
    return (
      <ConfirmPage
        title={`Open the index ${name}?`}
        consequencesTitle="What will happen"
        consequences={<p className="mt-1">It is read from disk and answers searches again. That may take some seconds when it is large.</p>}
        intent="open-index"
        submitLabel="Open index"
        tone="primary"
        cancelTo={screenPath(clusterLevel)}
      />
    );
  }
  return (
    <ConfirmPage
      title={`Close the index ${name}?`}
      consequencesTitle="What will happen"
      consequences={
        <p className="mt-1">
          Nothing is lost: the documents stay on disk. But searches and writes on it fail until it is opened again, and search pages that use it show errors
          meanwhile.
        </p>
      }
      intent="close-index"
      submitLabel="Close index"
      cancelTo={screenPath(appLevel(name))}
    />
  );
}
