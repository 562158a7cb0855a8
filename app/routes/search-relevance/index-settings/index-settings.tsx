import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm, failed } from "~/server/form-action.server";
import { gateReason } from "~/lib/access-control/gate";
import { countOf, formatBytes } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { toSetReplicas } from "~/services/indices/settings/replicas.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { leadToStart } from "../../indices/_parts/plans.server";
import { MOST_SHARDS, planOfShards, replicasSchema, shardsConstraint, ShardsSchema } from "./form.server";
import { SET_REPLICAS, SET_SHARDS } from "./intents";
import { readIndexSettings } from "./read.server";
import { ReplicasForm } from "./replicas-form";
import { ShardsForm } from "./shards-form";

export const handle: Handle = { screen: "index-settings" };
export const meta = titled("Index settings");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "index-settings" }, context);
  const { row, before, ...settings } = await readIndexSettings(scope);
  const { name, index, health, open, documents, bytes } = row;
  const { version, replicas, autoExpand } = settings;
  return {
    ...settings,
    facts: { name, index, health, open, documents, bytes },
    mostShards: MOST_SHARDS,
    /** Refresh interval, limits and blocks stand among those of the index. */
    tuned: scope.can("develop"),
    shardsConstraint,
    shardsGate: scope.may("documents:write"),
    replicasGate: scope.may("indices:write"),
    request: shownRequest(scope, toSetReplicas({ index: name, replicas, version, before, fixed: autoExpand !== null })),
  };
}

async function startShards(scope: Awaited<ReturnType<typeof requireScope>>, form: FormData) {
  const submission = parseWithZod(form, { schema: ShardsSchema });
  if (submission.status !== "success") return formReply(submission, { intent: SET_SHARDS });
  const gate = scope.may("documents:write");
  if (!gate.ok) return formReply(submission, { intent: SET_SHARDS, status: 403, formErrors: [gateReason(gate)] });
  const { row, shards } = await readIndexSettings(scope);
  if (submission.value.shards === shards) {
    const already = `${row.name} already has ${shards === 1 ? "1 shard" : `${shards} shards`}. Enter another number.`;
    return formReply(submission, { intent: SET_SHARDS, fieldErrors: { shards: [already] } });
  }
  return leadToStart(scope, { screen: "reindex", plan: planOfShards(row.name, submission.value.shards) });
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const what = "The settings were not saved.";
  return answerForm(args, {
    right: { screen: "index-settings" },
    what,
    run: async ({ scope, form }) => {
      const intent = form.get("intent");
      if (intent === SET_SHARDS) return startShards(scope, form);
      if (intent !== SET_REPLICAS) throw unknownIntent(intent);
      const stored = await readIndexSettings(scope);
      const submission = parseWithZod(form, { schema: replicasSchema(stored.most) });
      if (submission.status !== "success") return formReply(submission, { intent: SET_REPLICAS });
      const { replicas, version, fixed } = submission.value;
      const { row, before, autoExpand } = stored;
      if (autoExpand !== null && !fixed) {
        const told = `Auto-expand replicas is ${autoExpand}, so the engine would ignore this number. Switch it off to set one.`;
        return formReply(submission, { intent: SET_REPLICAS, fieldErrors: { fixed: [told] } });
      }
      if (replicas === stored.replicas && autoExpand === null) {
        return formReply(submission, {
          intent: SET_REPLICAS,
          fieldErrors: { replicas: ["This is the current number. Enter another one."] },
        });
      }
      try {
        const changed = await change(
          scope,
          toSetReplicas({ index: row.name, replicas, version, before, fixed: autoExpand !== null }),
        );
        return redirectWithFlash({
          request,
          to: screenPath(scope, "index-settings"),
          text: `Replicas of ${row.name} set to ${replicas}.`,
          changed,
        });
      } catch (error) {
        const words = { 409: "Somebody changed the settings in the meantime. Load this page again to see them." };
        return failed(error, submission, { intent: SET_REPLICAS, what, fields: { 400: "replicas" }, words });
      }
    },
  });
}

const tones = { green: "good", yellow: "warn", red: "bad", unknown: "neutral" } as const;

export default function IndexSettingsScreen() {
  const { facts, tuned, ...settings } = useLoaderData<typeof loader>();
  const { name, index, health, open, documents, bytes } = facts;
  return (
    <div className="max-w-form">
      <PageHeader
        title="Index settings"
        badge={<StatusBadge tone={tones[health]}>{open ? health : "closed"}</StatusBadge>}
        description={
          <Name>
            {[
              index === name ? name : `${index}, with the alias ${name}`,
              ...(documents === null ? [] : [countOf(documents, "document")]),
              ...(bytes === null ? [] : [formatBytes(bytes)]),
            ].join(" · ")}
          </Name>
        }
        actions={tuned && <LinkButton to={screenPath(appLevel(name), "settings")}>All settings</LinkButton>}
      />
      <ShardsForm key={`shards-${settings.shards}`} name={name} {...settings} />
      <ReplicasForm key={settings.version} name={name} {...settings} />
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
