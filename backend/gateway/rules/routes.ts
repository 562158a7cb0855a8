import { badRequest, notFound } from "../http/errors";
import { isLocal } from "../http/local";
import { json, message, type Reply } from "../http/reply";
import type { Access, Route, SignedContext } from "../http/types";
import { TIER } from "../plan/routes";
import type { Services } from "../services";
import { changedRule, newRule, readObject } from "./read-rule";
import { createValidate } from "./validate";
import { answered, ruleScript, type StoredRule } from "./schema";

// A rule acts on the searches of everybody: whoever has some indices only has no say in it.
const ACCESS: Access = { kind: "server", category: "rules", indices: "path" };

/** How many rules a plan allows: small ones ten, the first of production a hundred, the others a thousand. */
export function mostRules(tier: string): number {
  if (/(?:sandbox|hobby|basic|starter)/.test(tier)) return 10;
  return /production-1$/.test(tier) ? 100 : 1_000;
}

/** `/_rules`, `/_rule`: what happens to searches that fit a condition. */
export function ruleRoutes(services: Pick<Services, "rules"> & Parameters<typeof createValidate>[0]): Route[] {
  const { rules } = services;
  const idOf = ({ params }: SignedContext) => params["id"] ?? "";

  async function known(context: SignedContext): Promise<StoredRule> {
    const rule = await rules.get(idOf(context));
    if (!rule) throw notFound(`rule not found for rule id: ${idOf(context)}`);
    return rule;
  }

  async function create(context: SignedContext): Promise<Reply> {
    const rule = newRule(readObject(await context.text()));
    const made = await rules.add(rule, (count) => {
      if (count >= mostRules(TIER)) throw badRequest(`You have reached the maximum rules allowed for the ${TIER} plan.`);
    });
    return json(answered(made), 201);
  }

  async function change(context: SignedContext): Promise<Reply> {
    const done = message("Rule is updated successfully");
    if (isLocal(context)) return done;
    const body = readObject(await context.text());
    const changed = await rules.change(idOf(context), (before) => changedRule(before, body));
    if (!changed) throw notFound(`rule not found for rule id: ${idOf(context)}`);
    return done;
  }

  async function remove(context: SignedContext): Promise<Reply> {
    const done = message("Rule is deleted successfully");
    if (isLocal(context)) return done;
    if (!(await rules.remove(idOf(context)))) throw badRequest(`rule not found for rule id: ${idOf(context)}`);
    return done;
  }

  async function script(context: SignedContext): Promise<Reply> {
    const text = ruleScript(await known(context));
    if (text === null) throw notFound(`script not found for rule id: ${idOf(context)}`);
    return json({ script: text });
  }

  return [
    { methods: ["GET"], path: "/_rules", access: ACCESS, handle: async () => json((await rules.list()).map(answered)) },
    { methods: ["POST"], path: "/_rule", access: ACCESS, handle: create },
    { methods: ["GET"], path: "/_rule/:id", access: ACCESS, handle: async (context) => json(answered(await known(context))) },
    { methods: ["PUT"], path: "/_rule/:id", access: ACCESS, handle: change },
    { methods: ["DELETE"], path: "/_rule/:id", access: ACCESS, handle: remove },
    { methods: ["GET"], path: "/_rule/:id/script", access: ACCESS, handle: script },
    { methods: ["POST"], path: "/_script/validate", access: ACCESS, handle: createValidate(services) },
  ];
}
