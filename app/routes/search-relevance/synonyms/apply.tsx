import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import { NamedList } from "~/components/ui/named-list";
import { PlainLink } from "~/components/ui/plain-link";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { settle } from "~/services/platform/http/settle.server";
import { COPIED, isCopied } from "~/services/indices/reindex/running.server";
import { DOCUMENTS } from "~/services/search-relevance/draft/pending-index-changes-of";
import { toApplySynonyms } from "~/services/search-relevance/synonyms/change.server";
import { readTextFields, readUse } from "~/services/search-relevance/synonyms/read.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireSynonyms } from "./_parts/list.server";
import { keepSubFields } from "./_parts/sub-fields.server";
import { synonyms } from "./_parts/thing";

const INTENT = "apply-synonyms";
const ADD_SUB_FIELDS = "add-synonym-fields";

export const handle = synonyms.beside("Publish");
export const meta = synonyms.meta("Publish");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const { name, open, all } = await requireSynonyms(scope);
  const [use, fields, { declared, version }, running] = await Promise.all([
    readUse(scope, { index: name, kept: all }),
    settle(readTextFields(scope, name)),
    toApplySynonyms(scope, { index: name, kept: all }),
    isCopied(scope, name),
  ]);
  return {
    name,
    open,
    count: all.length,
    version,
    use,
    running: running ? COPIED : null,
    fields: fields.ok ? fields.value : null,
    /** Whether the draft of relevance settings, which takes the sub-fields, is open to whoever asks. */
    mayTune: scope.can("search-relevancy"),
    /** Whether the mapping, where a field of it is looked at, is open too. */
    mayMap: scope.can("develop"),
    request: shownRequest(scope, declared),
    gate: scope.may("indices:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: synonyms,
    what: "The synonyms were not published.",
    run: async ({ scope, form }) => {
      const { name, all } = await requireSynonyms(scope);
      if (form.get("intent") === ADD_SUB_FIELDS) return redirect(await keepSubFields(scope, name));
      const { declared, version } = await toApplySynonyms(scope, { index: name, kept: all });
      // What was confirmed is what the page showed; it is shown again.
      if (form.get("version") !== version) {
        const text = "Not published: the synonyms or the settings of the index were changed in the meantime.";
        return redirectWithFlash({ request, to: synonyms.path(appLevel(name), { page: "apply" }), kind: "bad", text });
      }
      // A copy that is under way would not have them, and breaks off where its source is closed.
      const again = synonyms.path(appLevel(name), { page: "apply" });
      if (await isCopied(scope, name))
        return redirectWithFlash({ request, to: again, kind: "bad", text: `Not published. Index ${name}: ${COPIED}` });
      const { indexed } = await readUse(scope, { index: name, kept: all });
      const changed = await change(scope, declared);
      const review = indexed ? await keepSubFields(scope, name, DOCUMENTS) : null;
      if (review !== null) {
        const text = `Synonyms published to searches. Documents of ${name} still have earlier ones in them: the re-index that takes them out waits here.`;
        return redirectWithFlash({ request, to: review, text, changed });
      }
      return redirectWithFlash({
        request,
        to: synonyms.path(appLevel(name)),
        text: `Synonyms published: ${countOf(all.length, "group")}.`,
        changed,
      });
    },
  });
}

export default function ApplySynonymsScreen() {
  const { name, open, count, version, use, running, fields, mayTune, mayMap, request, gate } =
    useLoaderData<typeof loader>();
  const at = appLevel(name);
  const without = fields?.without ?? [];
  const draft = useServerForm({ id: `synonym-fields-${name}`, intent: ADD_SUB_FIELDS });
  return (
    <ConfirmPage
      title={`Publish synonyms to ${name}?`}
      checks={
        <>
          {!open && (
            <Notice tone="warn">
              {name} is closed, so it answers no searches.{" "}
              <PlainLink to={screenPath(at, "open")} className="link">
                Open the index
              </PlainLink>
            </Notice>
          )}
          {running !== null && (
            <Notice tone="warn">
              Index {name}: {running}
            </Notice>
          )}
          {use.missing + use.extra === 0 && !use.older && (
            <Notice tone="info">{name} has these synonyms already.</Notice>
          )}
          {use.indexed && (
            <Notice tone="warn">
              Documents of {name} were indexed with synonyms in them, as other clients do it. Searches find by those
              until a re-index, also by words of groups that are one-way or gone.{" "}
              {mayTune ? "It is added to your draft." : ""}
            </Notice>
          )}
          {without.length > 0 && (
            <Notice tone="warn">
              <p>
                {without.length === fields?.count
                  ? "No text field has"
                  : countOf(without.length, "text field lacks", "text fields lack")}{" "}
                the sub-field “synonyms”; searches there use no synonyms. A re-index adds it.{" "}
                {!mayTune && (
                  <PlainLink to={screenPath(at, "reindex")} className="font-semibold text-current underline">
                    Re-index {name}
                  </PlainLink>
                )}
              </p>
              <NamedList
                total={without.length}
                items={without
                  .slice(0, 10)
                  .map((field) => ({ key: field, name: field, ...(mayMap && { to: screenPath(at, "mapping") }) }))}
              />
              {mayTune && (
                <ServerForm form={draft.form} intent={ADD_SUB_FIELDS} className="mt-2">
                  <FormEnd label="Add sub-fields to draft" busy={draft.busy} />
                </ServerForm>
              )}
            </Notice>
          )}
        </>
      }
      consequencesTitle="What will happen"
      consequences={
        <ul className="mt-1 list-disc pl-5">
          {use.closed ? (
            <li>{name} is closed, and stays so. Searches are answered when it is opened.</li>
          ) : (
            <li>
              {name} is closed for a moment and opened again, also if something fails. Until then it answers no
              searches.
            </li>
          )}
          <li>
            Its searches use {countOf(count, "group")}
            {use.missing > 0 && `, ${use.missing} of them new`}
            {use.extra > 0 && `; ${countOf(use.extra, "other group")} no longer`}.
          </li>
        </ul>
      }
      intent={INTENT}
      tone="primary"
      request={request}
      gate={gate}
      submitLabel="Publish synonyms"
      cancelTo={synonyms.path(at)}
    >
      <input type="hidden" name="version" value={version} />
    </ConfirmPage>
  );
}

export { FormBoundary as ErrorBoundary };
