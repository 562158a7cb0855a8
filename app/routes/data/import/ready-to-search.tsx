import { Link } from "@remix-run/react";
import { ConnectSnippets } from "~/components/snippets/connect-snippets";
import { Notice } from "~/components/ui/message/notice";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import type { ConnectView } from "~/lib/search-relevance/snippets/connection";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { SetUp } from "~/services/data/import/types";
import type { PanelData } from "~/services/platform/http/settle.server";
import { languageLabel } from "~/services/search-relevance/composition/language-names";

type ReadyProps = {
  at: LevelRef;
  /** `asked`: the language that was chosen. */ setUp: SetUp & { asked: string | null };
  /** Null where nothing was set up. */ connect: PanelData<ConnectView> | null;
  toCredential: string | null;
};

/** The end of an import: what was deployed, or why nothing was, and where to go on. */
export function ReadyToSearch({ at, setUp, connect, toCredential }: ReadyProps) {
  if ("left" in setUp)
    return (
      <Notice tone="info">
        Search was not set up: {setUp.left}{" "}
        <Link to={screenPath(at, "")} className="font-semibold text-current underline">
          Open the index
        </Link>
      </Notice>
    );
  const steps = [
    { to: screenPath(at, "search-preview"), title: "Search preview", text: "Try searches with facets and filters." },
    {
      to: screenPath(at, "search"),
      title: "Relevance settings",
      text: `Version ${setUp.version}: search fields, weights, typo tolerance.`,
    },
    { to: "#snippets", title: "Copy a snippet", text: "curl, JavaScript, React, HTML: they need the words alone." },
  ];
  return (
    <section aria-labelledby="ready" className="mb-6">
      <h2 id="ready" className="text-16 font-bold">
        Ready to search
      </h2>
      <p className="mb-3 mt-1 text-13 text-muted">
        Version {setUp.version} of the relevance settings was published, for {languageWords(setUp)}.
      </p>
      <ul className="grid gap-3 large:grid-cols-3">
        {steps.map(({ to, title, text }) => (
          <li key={title} className="rounded border border-line bg-raised p-3.5">
            <h3 className="text-14 font-bold">
              <Link to={to} className="link">
                {title}
              </Link>
            </h3>
            <p className="mt-1 text-13 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      {connect && (
        <div id="snippets" className="mt-5">
          <SettledPanel of={connect} what="Snippets">
            {(view) => <ConnectSnippets view={view} toCredential={toCredential} />}
          </SettledPanel>
        </div>
      )}
    </section>
  );
}

function languageWords({ language, asked }: { language: string; asked: string | null }): string {
  const words = language === "universal" ? "texts of any language" : `texts in ${languageLabel(language)}`;
  return asked === null || asked === language || language !== "universal"
    ? words
    : `${words}: the index is not analyzed for ${languageLabel(asked)}`;
}
