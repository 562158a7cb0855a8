import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import type { Gate } from "~/lib/access-control/gate";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { settle } from "~/services/platform/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import type { SettingChange } from "~/services/search-relevance/draft/setting-change";
import { requireScope } from "~/session/scope.server";
import { compareSettings, reviewOthers, takeIntoDraft, takeSchema } from "./_parts/copy.server";
import { PartsView } from "./_parts/parts-view";
import { REVIEW_REST, TAKE } from "./_parts/words";

/** Names to choose from; where there are more, these are offered while one types. */
const MOST_OFFERED = 200;

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Copy settings" }] };
export const meta = titled("Copy settings");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const [compared, names] = await Promise.all([compareSettings(scope, request), settle(listIndexNames(scope))]);
  const { index } = compared;
  const offered = names.ok ? names.value.filter((name) => name !== index).slice(0, MOST_OFFERED) : [];
  const chosen = new URL(request.url).searchParams.get("with") ?? "";
  // The whole list, to choose from: with a name of its own in the address only where that is one of them.
  const isWhole = names.ok && names.value.length <= MOST_OFFERED && (chosen === "" || offered.includes(chosen));
  if (compared.state !== "compared") return { ...compared, offered, chosen, isWhole };
  const { state, from, changes, others } = compared;
  return { index, state, from, changes, others, offered, chosen, isWhole, gate: scope.may("relevance:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "search" },
    what: "Nothing was copied.",
    run: async ({ scope, form }) => {
      switch (form.get("intent")) {
        case TAKE: {
          const submission = parseWithZod(form, { schema: takeSchema });
          if (submission.status !== "success") return formReply(submission, { intent: TAKE });
          return takeIntoDraft(scope, { request, keys: submission.value.key });
        }
        case REVIEW_REST:
          return reviewOthers(scope, request);
        default:
          throw unknownIntent(form.get("intent"));
      }
    },
  });
}

const control =
  "min-h-[34px] w-[18rem] max-w-full rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 font-normal text-ink";

export default function CopySettingsScreen() {
  const loaded = useLoaderData<typeof loader>();
  const { index, offered, chosen, isWhole } = loaded;
  const at = appLevel(index);
  if (loaded.state === "not-offered") return <NotOffered title="Copy settings" lacks="has no relevance settings" />;
  return (
    <>
      <PageHeader
        title="Copy settings"
        description={`Compares ${index} with another index, and takes over what you choose.`}
        actions={<LinkButton to={screenPath(at, "search/file")}>From another server or a file…</LinkButton>}
      />
      <PageForm method="get" className="mb-4 flex flex-wrap items-end gap-2">
        <label className="grid gap-1 text-13 font-semibold">
          Other index
          {isWhole ? (
            <select key={chosen} name="with" defaultValue={chosen} required className={control}>
              <option value="">Choose an index</option>
              {offered.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          ) : (
            <input
              name="with"
              defaultValue={chosen}
              list="other-indices"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className={control}
            />
          )}
        </label>
        {!isWhole && (
          <datalist id="other-indices">
            {offered.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
        <Button>Compare</Button>
      </PageForm>
      {loaded.state === "choose" ? (
        loaded.problem !== null && <Notice tone="bad">{loaded.problem}</Notice>
      ) : (
        <>
          <SettingsForm
            key={loaded.from}
            index={index}
            from={loaded.from}
            changes={loaded.changes}
            gate={loaded.gate}
          />
          <Others index={index} others={loaded.others} />
        </>
      )}
    </>
  );
}

type SettingsFormProps = { index: string; from: string; changes: readonly SettingChange[]; gate: Gate };

/** The settings that differ, each with a box: one for all fields of a setting, which is copied as a whole. */
function SettingsForm({ index, from, changes, gate }: SettingsFormProps) {
  const { form, fields, busy } = useServerForm<{ key: string[] }>({ id: `copy-${index}`, intent: TAKE });
  if (changes.length === 0) return <EmptyState title={`The settings of ${from} are the same`} />;
  const keys = [...new Set(changes.map(({ key }) => key))];
  return (
    <ServerForm form={form} intent={TAKE} labels={{ key: "Settings to copy" }} className="mb-6 max-w-form">
      <fieldset className="mb-4">
        <legend className="mb-1 text-16 font-bold">Settings</legend>
        {fields.key.errors && <p className="text-13 text-bad">{fields.key.errors.join(" ")}</p>}
        {keys.map((key) => (
          <SettingBox key={key} name={key} lines={changes.filter((one) => one.key === key)} />
        ))}
      </fieldset>
      <FormEnd label="Copy into the draft" busyLabel="Copying…" busy={busy} gate={gate} />
    </ServerForm>
  );
}

const MOST_LINES = 12;

function SettingBox({ name, lines }: { name: string; lines: readonly SettingChange[] }) {
  const [first] = lines;
  if (!first) return null;
  return (
    <label className="flex items-start gap-2 border-b border-line py-2 text-14">
      <input type="checkbox" name="key" value={name} defaultChecked className="mt-1 h-4 w-4 shrink-0 accent-accent" />
      <Name className="min-w-0">
        <span className="font-semibold">
          {first.group}: {first.setting}
        </span>
        {lines.slice(0, MOST_LINES).map(({ field, old, new: wanted }) => (
          <span key={field ?? ""} className="block">
            {field !== null && <code className="font-mono text-code">{field} </code>}
            <span className="text-muted">{old}</span> → {wanted}
          </span>
        ))}
        {lines.length > MOST_LINES && (
          <span className="block text-muted">and {lines.length - MOST_LINES} more fields</span>
        )}
      </Name>
    </label>
  );
}

function Others({ index, others }: { index: string; others: Parameters<typeof PartsView>[0]["parts"] }) {
  const { form, busy } = useServerForm<Record<string, never>>({ id: `others-${index}`, intent: REVIEW_REST });
  if (others.length === 0) return null;
  return (
    <>
      <PartsView parts={others} />
      {others.some(({ listed }) => listed.length > 0) && (
        <ServerForm form={form} intent={REVIEW_REST}>
          <FormEnd label="Review synonyms and rules" busy={busy} />
        </ServerForm>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
