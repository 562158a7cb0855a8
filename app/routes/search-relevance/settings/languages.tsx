import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { REINDEX } from "../_parts/draft-intents";
import { LanguageTokens } from "./_parts/language-tokens";
import { keepReindex, loadLanguages } from "./_parts/languages.server";
import { savingOf } from "./_parts/screen.server";
import { SettingsScreen } from "./_parts/settings-screen";

export const handle: Handle = { screen: "languages" };
export const meta = titled("Languages");

export async function loader(args: LoaderFunctionArgs) {
  return loadLanguages(args);
}

export async function action(args: ActionFunctionArgs) {
  const saving = savingOf(args, "languages");
  return answerForm(args, {
    ...saving,
    run: (bound) => (bound.form.get("intent") === REINDEX ? keepReindex(bound) : saving.run(bound)),
  });
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
