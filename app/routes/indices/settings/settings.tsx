import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { GatedLink } from "~/components/ui/message/gated";
import { PageHeader } from "~/components/ui/page/page-header";
import { keepDraft } from "~/editor/drafts.server";
import { REVIEW } from "~/editor/intents";
import { answerForm } from "~/server/form-action.server";
import { pageOf } from "~/lib/address";
import { settingChanges, settingKind } from "~/lib/indices/index-settings";
import { countOf } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { requireIndex } from "~/services/indices/get.server";
import { getSettings, settingsText } from "~/services/indices/settings/get.server";
import { mayOpen, requireScope } from "~/session/scope.server";
import { settings as editable, settingsRef } from "./editable.server";
import { formSettings } from "./form-fields";
import { listed } from "./listed.server";
import { settingsAddress } from "./settings-address";
import { SettingsForm } from "./settings-form";
import { formValues, SettingsFormSchema, withForm } from "./settings-form.server";
import { SettingsTable } from "./settings-table";

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Settings" }] };
export const meta = titled("Settings");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = settingsAddress.at(request);
  const { name } = await requireIndex(scope);
  const { set, defaults, version, closed } = await getSettings(scope, name);
  const found = pageOf(listed({ set, defaults }, here.state), here.state);
  return {
    name,
    closed,
    version,
    gate: scope.may("indices:write"),
    mayShards: mayOpen(scope, "index-settings"),
    values: formValues(set),
    defaults: Object.fromEntries(
      formSettings.flatMap(({ field, name: full }) =>
        defaults[full] === undefined ? [] : [[field, String(defaults[full])]],
      ),
    ),
    count: Object.keys(set).length,
    fixed: Object.keys(set).filter((setting) => settingKind(setting) === "fixed").length,
    told: Object.keys(defaults).length > 0,
    rows: found.rows,
    total: found.total,
    page: found.page,
    remarks: found.remarks,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: SettingsFormSchema });
      if (submission.status !== "success") return formReply(submission, { intent: REVIEW });
      const ref = settingsRef(scope);
      const { set } = await getSettings(scope, ref.index);
      const next = withForm(set, submission.value);
      if (Object.keys(settingChanges(set, next)).length === 0)
        return formReply(submission, { intent: REVIEW, formErrors: ["No setting was changed."] });
      return redirect(
        await keepDraft(
          { request, scope, editable, ref },
          { text: settingsText(next), version: submission.value.version },
        ),
      );
    },
  });
}

export default function SettingsScreen() {
  const { name, closed, gate, mayShards, count, fixed, version, values, defaults, rows, total, page, remarks, told } =
    useLoaderData<typeof loader>();
  const here = useAddress(settingsAddress);
  const at = appLevel(name);
  return (
    <>
      <PageHeader
        title="Settings"
        description={`${countOf(count, "setting is", "settings are")} set in ${name}, ${fixed} of them fixed at creation.${closed ? " The index is closed, so all others can be changed in place." : ""}`}
        actions={
          <>
            {mayShards && <LinkButton to={screenPath(at, "index-settings")}>Shards and replicas</LinkButton>}
            <GatedLink gate={gate} label="Edit as JSON" to={screenPath(at, "settings/edit")} />
          </>
        }
      />
      <SettingsForm key={version} name={name} version={version} values={values} defaults={defaults} gate={gate} />
      <SettingsTable here={here} rows={rows} total={total} page={page} remarks={remarks} told={told} />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
