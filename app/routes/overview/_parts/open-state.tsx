import { ConfirmPage } from "~/components/forms/confirm-page";
import type { Gate } from "~/lib/access-control/gate";
import type { ShownRequest } from "~/lib/data/shown-request";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";

type OpenState = { name: string; open: boolean; request: ShownRequest; gate: Gate };

/** The page that asks before an index is opened or closed. */
export function OpenStatePage({ name, open, request, gate }: OpenState) {
  if (open) {
    return (
      <ConfirmPage
        title={`Open index ${name}?`}
        consequencesTitle="What will happen"
        consequences={
          <p className="mt-1">
            The index is loaded from disk and can be searched again. A large index takes some seconds.
          </p>
        }
        intent="open-index"
        request={request}
        gate={gate}
        submitLabel="Open index"
        tone="primary"
        cancelTo={screenPath(clusterLevel)}
      />
    );
  }
  return (
    <ConfirmPage
      title={`Close index ${name}?`}
      consequencesTitle="What will happen"
      consequences={
        <p className="mt-1">
          No data is deleted. Searches and writes fail until the index is opened again, and search pages that use it
          show errors.
        </p>
      }
      intent="close-index"
      request={request}
      gate={gate}
      submitLabel="Close index"
      cancelTo={screenPath(appLevel(name))}
    />
  );
}
