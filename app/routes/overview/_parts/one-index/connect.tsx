import { ConnectSnippets } from "~/components/snippets/connect-snippets";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import type { ConnectView } from "~/lib/search-relevance/snippets/connection";
import type { PanelData } from "~/services/platform/http/settle.server";
import { Fold } from "./index-folds";

/** How an index is searched from elsewhere, on demand. */
export function Connect({ of, toCredential }: { of: PanelData<ConnectView>; toCredential: string | null }) {
  return (
    <Fold title="Connect" about="Endpoint and snippets">
      {/* A link to what is inside opens the fold. */}
      <div id="endpoint">
        <SettledPanel of={of} what="Snippets">
          {(view) => <ConnectSnippets view={view} toCredential={toCredential} />}
        </SettledPanel>
      </div>
    </Fold>
  );
}
