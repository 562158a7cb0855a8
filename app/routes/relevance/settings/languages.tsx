import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { SettingsScreen } from "./_parts/screen";
import { keepReindex, loadLanguages } from "./_parts/languages.server";
import { LanguageTokens } from "./_parts/language-tokens";
import { savingOf } from "./_parts/screen.server";
import { REINDEX } from "./_parts/intents";

export const handle: Handle = { screen: "languages" };
export const meta: MetaFunction = ({ params }) => [{ title: `Languages · ${params["appName"]}` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadLanguages(args);
}

export async function action(args: ActionFunctionArgs) {
  const saving = savingOf(args, "languages");
  return answerForm(args, { ...saving, run: (bound) => (bound.form.get("intent") === REINDEX ? keepReindex(bound) : saving.run(bound)) });
}

export default function LanguagesScreen() {
  const { loaded, tokens } = useLoaderData<typeof loader>();
  return (
    <SettingsScreen
      screen="languages"
      title="Languages"
      loaded={loaded}
      after={loaded.kind === "form" && tokens && <LanguageTokens index={loaded.index} tokens={tokens} />}
    />
  );
}

export { FormBoundary as ErrorBoundary };
