import { RULES_LIMITS } from "@common/limits/rules";
import type { JsonValue } from "@common/text/json";
import { authorOf } from "@backend/gateway/platform/access/runs-as";
import { badRequest, notFound, unauthorized } from "@backend/gateway/platform/http/errors";
import { ownerOf } from "@backend/gateway/platform/held/shares";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import { TIER } from "../../billing/plan/routes";
import type { Services } from "@backend/gateway/services";
import { changedRule, newRule, readObject, takesOver } from "./read-rule";
import { requireScript } from "./scripts/check";
import { createValidate } from "./validate";
import type { Failures } from "./failures-schema";
import { answered, type Beside, ruleScript, type StoredRule } from "./schema";
import { standingOf } from "./standing";
import { asJson, requireRuleTold, toldRule } from "./told";

// A rule acts on the searches of everybody: whoever has some indices only has no say in it.
const ACCESS: Access = { kind: "server", category: "rules", indices: "path" };

/** How many rules a plan allows: small ones ten, the first of production a hundred, the others a thousand. */
export function mostRules(tier: string): number {
  if (/(?:sandbox|hobby|basic|starter)/.test(tier)) return 10;
  return /production-1$/.test(tier) ? 100 : RULES_LIMITS.rules.most;
}

function toldFailures(found: Failures | undefined, { whole }: { whole: boolean }): Beside["failures"] {
  if (found === undefined) return null;
  const { count, first_at, last_at, recent } = found;
  return { count, first_at, last_at, recent: whole ? recent : recent.slice(0, 1).map((one) => ({ ...one, logs: [] })) };
}

/** `/_rules`, `/_rule`: how results change when a search matches. */
export function ruleRoutes(
  services: Pick<Services, "rules" | "authors" | "readers" | "ruleFailures"> & Parameters<typeof createValidate>[0],
): Route[] {
  const { rules, readers, scripts, ruleFailures } = services;
  const idOf = ({ params }: SignedContext) => params["id"] ?? "";

  async function known(context: SignedContext): Promise<StoredRule> {
    const rule = await rules.get(idOf(context));
    if (!rule) throw notFound(`rule not found for rule id: ${idOf(context)}`);
    return rule;
  }

  // A list tells how often and the last message, one rule by itself all that is kept.
  async function shown(
    context: SignedContext,
    found: readonly StoredRule[],
    { whole = false } = {},
  ): Promise<JsonValue[]> {
    const [reader, failed] = await Promise.all([readers(context), ruleFailures.of(found)]);
    return Promise.all(
      found.map(async (rule) => {
        const { stopped } = await standingOf(rule, services);
        const beside = { stopped, failures: toldFailures(failed.get(rule.id), { whole }) };
        return reader ? toldRule(rule, { reader, beside }) : asJson(answered(rule, beside));
      }),
    );
  }

  async function list(context: SignedContext): Promise<Reply> {
    return json(await shown(context, await rules.list()));
  }

  async function one(context: SignedContext): Promise<Reply> {
    const [rule] = await shown(context, [await known(context)], { whole: true });
    return json(rule);
  }

  async function create(context: SignedContext): Promise<Reply> {
    const rule = newRule(readObject(await context.text()), authorOf(context.caller));
    await requireScript(rule, { scripts, owner: ownerOf(context.caller) });
    const made = await rules.add(rule, (count) => {
      if (count >= mostRules(TIER))
        throw badRequest(`You have reached the maximum rules allowed for the ${TIER} plan.`);
    });
    const [told] = await shown(context, [made]);
    return json(told, 201);
  }

  async function change(context: SignedContext): Promise<Reply> {
    const done = message("Rule is updated successfully");
    if (isLocal(context)) return done;
    const body = readObject(await context.text());
    const told = { reader: await readers(context), replaced: Object.keys(body) };
    const change = (before: StoredRule) => {
      requireRuleTold(before, told);
      return changedRule(before, { body, by: authorOf(context.caller) });
    };
    // One that is switched on is to run.
    if (takesOver(body)) await requireScript(change(await known(context)), { scripts, owner: ownerOf(context.caller) });
    const changed = await rules.change(idOf(context), change);
    if (!changed) throw notFound(`rule not found for rule id: ${idOf(context)}`);
    return done;
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const done = message("Rule is deleted successfully");
    if (isLocal(context)) return done;
    const [reader, kept] = [await readers(context), await rules.get(idOf(context))];
    if (kept) requireRuleTold(kept, { reader });
    if (!(await rules.remove(idOf(context)))) throw badRequest(`rule not found for rule id: ${idOf(context)}`);
    await ruleFailures.forget(idOf(context));
    return done;
  }

  async function script(context: SignedContext): Promise<Reply> {
    const text = ruleScript(await known(context));
    if (text === null) throw notFound(`script not found for rule id: ${idOf(context)}`);
    const reader = await readers(context);
    if (reader?.isNamed(text)) throw unauthorized("credentials cannot access all fields of this script");
    return json({ script: text });
  }

  return [
    { methods: ["GET"], path: "/_rules", access: ACCESS, handle: list },
    { methods: ["POST"], path: "/_rule", access: ACCESS, handle: create },
    { methods: ["GET"], path: "/_rule/:id", access: ACCESS, handle: one },
    { methods: ["PUT"], path: "/_rule/:id", access: ACCESS, handle: change },
    { methods: ["DELETE"], path: "/_rule/:id", access: ACCESS, handle: remove },
    { methods: ["GET"], path: "/_rule/:id/script", access: ACCESS, handle: script },
    { methods: ["POST"], path: "/_script/validate", access: ACCESS, handle: createValidate(services) },
  ];
}
