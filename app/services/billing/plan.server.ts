import * as z from "zod";
import type { Plan } from "~/lib/access-control/plan";
import type { Change } from "~/services/platform/changes/types";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const yesOrNo = z.boolean().nullish().catch(null);

/** What users told about their use of a server; any names. */
const answersSchema = z.record(z.string(), z.json());
export type Answers = z.output<typeof answersSchema>;

const recordSchema = z.object({
  billing: yesOrNo,
  billing_type: text,
  tier: text,
  trial: yesOrNo,
  trial_validity: number,
  tier_validity: number,
  time_validity: number,
  node_count: number,
  number_of_machines: number,
  subscription_id: text,
  subscription_canceled: yesOrNo,
  description: text,
  metadata: answersSchema.nullish().catch(null),
});

/**
 * What a server says of its subscription (contract 10, 1.3). Instants are ms since 1970; `left` is ms, negative when
 * overdue.
 */
export type Subscription = {
  billingType: string | null;
  tier: string | null;
  trial: boolean;
  trialUntil: number | null;
  validUntil: number | null;
  left: number | null;
  nodes: number | null;
  subscribed: boolean;
  cancelled: boolean;
  description: string | null;
  /** Null for a billing type that keeps none. */
  answers: Answers | null;
};

/** The subscription of a server; null for one without billing, or without the call. Throws BackendError. */
export async function getSubscription({ http }: Pick<Scope, "http">): Promise<Subscription | null> {
  const record = await whereOffered(http.call({ path: "/arc/plan", schema: recordSchema }));
  // A server that runs for itself says so, or tells of no time at all (contract 10, 1.3).
  if (
    record === null ||
    record.billing === false ||
    record.time_validity === null ||
    record.time_validity === undefined
  )
    return null;
  return {
    billingType: record.billing_type ?? null,
    tier: record.tier ?? null,
    trial: record.trial ?? false,
    trialUntil: record.trial && record.trial_validity ? record.trial_validity * 1000 : null,
    validUntil: record.tier_validity ? record.tier_validity * 1000 : null,
    left: record.time_validity * 1000,
    nodes: record.node_count ?? record.number_of_machines ?? null,
    subscribed: (record.subscription_id ?? "") !== "",
    cancelled: record.subscription_canceled ?? false,
    description: record.description ?? null,
    answers: record.billing_type === "arc" || record.billing_type === "hosted_arc" ? (record.metadata ?? {}) : null,
  };
}

/**
 * The subscription that can be paid and changed from here; null without billing, and while the console shows off
 * another plan.
 */
export async function getPayable(scope: Pick<Scope, "http" | "context">): Promise<Subscription | null> {
  return scope.context.config.demoTier === null ? getSubscription(scope) : null;
}

/** The subscription as a demonstration shows it (DEMO_TIER). */
export function demoSubscription({ tier, billingType }: Pick<Plan, "tier" | "billingType">): Subscription {
  const nothing = {
    trial: false,
    trialUntil: null,
    validUntil: null,
    left: null,
    nodes: null,
    description: null,
    answers: null,
  };
  return { ...nothing, tier, billingType, subscribed: false, cancelled: false };
}

const resource = { kind: "subscription", id: "subscription", name: "Subscription" };

/** Subscribes to a plan with a token of the payment provider. */
export function toSubscribe({
  plan,
  token,
  before,
}: {
  plan: string;
  token: string;
  before: string | null;
}): Change<void> {
  return {
    resource,
    verb: "update",
    noun: "subscription",
    right: "billing:write",
    request: { method: "POST", path: "/arc/subscription", json: { token, plan } },
    before: { plan: before },
    after: { plan },
    read: () => undefined,
    summary: () => plan,
  };
}

/** Pays from now on by the card that a token of the payment provider stands for. */
export function toSetPayment({ token }: { token: string }): Change<void> {
  return {
    resource: { ...resource, name: "Payment method" },
    verb: "update",
    noun: "payment method",
    right: "billing:write",
    request: { method: "PUT", path: "/arc/payment", json: { token } },
    read: () => undefined,
  };
}

/** Ends the subscription. */
export function toCancelSubscription({ plan }: { plan: string | null }): Change<void> {
  return {
    resource,
    verb: "end",
    noun: "subscription",
    right: "billing:write",
    request: { method: "DELETE", path: "/arc/subscription" },
    before: { plan },
    read: () => undefined,
    summary: () => plan ?? "",
  };
}

/** Tells the account service how the server is used; answers that are not named stay as they are. */
export function toTellUse({ answers, before }: { answers: Answers; before: Answers }): Change<void> {
  const after = { ...before, ...answers };
  return {
    resource: { ...resource, name: "Usage details" },
    verb: "update",
    noun: "usage details",
    right: "billing:write",
    request: { method: "POST", path: "/arc/metadata", json: after },
    before,
    after,
    read: () => undefined,
  };
}
