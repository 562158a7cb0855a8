import { TokenTable } from "~/components/documents/token-table";
import { Button, LinkButton } from "~/components/ui/button";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { PageForm } from "~/components/ui/page/page-form";
import { countOf } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import { languageLabel } from "~/services/search-relevance/composition/language-names";
import type { LanguageTokensShown } from "./languages.server";

/** What a text gives under the analyzer of the index, and beside it under that of the draft. */
export function LanguageTokens({ index, tokens }: { index: string; tokens: LanguageTokensShown }) {
  const { text, mayDevelop, live, drafted } = tokens;
  const at = appLevel(index);
  const analyzer = live.language ?? "standard";
  return (
    <section aria-labelledby="try-a-text" className="mt-8">
      <h2 id="try-a-text" className="mb-2 text-16 font-bold">
        Test the analyzer
      </h2>
      <PageForm method="get" action={screenPath(at, "languages")} className="mb-4 max-w-form">
        <label htmlFor="language-text" className="block text-13 font-semibold">
          Text
        </label>
        <textarea
          id="language-text"
          name="text"
          key={text}
          defaultValue={text}
          rows={2}
          maxLength={1000}
          className="mb-3 mt-1 block w-full rounded border border-line-strong bg-surface px-2.5 py-1.5"
        />
        <div className="flex flex-wrap gap-2">
          <Button>Analyze</Button>
          {mayDevelop && (
            <LinkButton
              to={screenPath(at, "", { rest: ["analyze"], query: { analyzer, ...(text === "" ? {} : { text }) } })}
              tone="quiet"
            >
              Analyze text step by step
            </LinkButton>
          )}
        </div>
      </PageForm>
      {text !== "" && (
        <div className={drafted ? "grid gap-5 large:grid-cols-2" : "max-w-form"}>
          <Side
            title={`Live: ${live.language === null ? "Standard" : languageLabel(live.language)}`}
            tried={live.tried}
            text={text}
          />
          {drafted && <Side title={`Draft: ${languageLabel(drafted.language)}`} tried={drafted.tried} text={text} />}
        </div>
      )}
    </section>
  );
}

function Side({ title, tried, text }: { title: string; tried: LanguageTokensShown["live"]["tried"]; text: string }) {
  if (tried === null) return null;
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-14 font-bold">
        {title} {tried.ok && <span className="font-normal text-muted">{countOf(tried.value.total, "token")}</span>}
      </h3>
      {tried.ok ? (
        <TokenTable tokens={tried.value.tokens} total={tried.value.total} text={text} />
      ) : (
        <ErrorPanel failure={tried.failure} title="The text could not be analyzed" />
      )}
    </div>
  );
}
