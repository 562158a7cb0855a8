import { Link } from "@remix-run/react";
import { DefinitionList } from "~/components/ui/definition-list";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { SetUpView } from "~/lib/search-relevance/set-up";

const SHOWN = 8;

/** What would be set: where searches look, what can be filtered by, the language. */
export function SetUpSummary({ view, at }: { view: SetUpView; at: LevelRef }) {
  const { searched, facets, language, otherLanguage } = view;
  return (
    <DefinitionList
      items={[
        {
          label: "Search fields",
          value: listed(searched.map(({ path, weight }) => `${path} ×${weight}`)),
        },
        { label: "Facets", value: facets.length === 0 ? "–" : listed(facets) },
        {
          label: "Language",
          value: (
            <>
              {language}
              {otherLanguage !== null && (
                <>
                  . The texts look {otherLanguage}:{" "}
                  <Link to={screenPath(at, "languages")} className="link">
                    choose it and re-index
                  </Link>{" "}
                  after this.
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
