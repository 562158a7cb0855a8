import type { JsonObject } from "@common/json";
import { isIPv6 } from "node:net";
import { addressOf } from "../analytics/visitors/visitor";
import type { ElasticRoute } from "../elasticsearch/table";
import { badRequest } from "../http/errors";
import type { SignedContext } from "../http/types";
import type { Services } from "../services";
import { type Facts, NO_FACTS } from "./facts";
import { isActive, type LiveRule } from "./live-rule";
import { ruleScript } from "./schema";
import { requestBy, ScriptError } from "./scripts/exchange";
import { visibleHeaders } from "./scripts/headers";

const WRITING = new Set(["bulk", "document", "update"]);

function factsOf({ acl, category }: ElasticRoute, context: SignedContext): Facts {
  const { origin = "", referer = "" } = context.headers;
  const address = addressOf(context);
  return {
    ...NO_FACTS,
    values: {
      ...NO_FACTS.values,
      index: context.indices.map((index) => index.toLowerCase()),
      path: context.path.toLowerCase(),
      origin: origin.toLowerCase(),
      referer: referer.toLowerCase(),
      category,
      acl,
      ipv4: isIPv6(address) ? "" : address,
      ipv6: isIPv6(address) ? address.toLowerCase() : "",
    },
  };
}

const isOfSystem = (index: string) => index.startsWith(".");

/**
 * Rules with an index trigger: their script gets the body of a call that writes documents before it is checked and goes on. What it gives is held against the
 * caller's rights like any other body.
 */
export function createIndexRules({
  rules,
  scripts,
}: Pick<Services, "rules" | "scripts">): (row: ElasticRoute, context: SignedContext) => Promise<SignedContext> {
  return async (row, context) => {
    if (row.category !== "docs" || row.op !== "write" || !WRITING.has(row.body) || context.indices.some(isOfSystem)) return context;
    const kept = (await rules.live()).filter(({ rule }) => rule.trigger.type === "index");
    if (kept.length === 0) return context;
    const facts = factsOf(row, context);
    const at = Date.now() / 1000;
    const firing = kept.filter(({ rule, test }) => test?.(facts).holds === true && isActive(rule, at));
    if (firing.length === 0) return context;
    const envs: JsonObject = { index: [...context.indices], category: row.category, acl: row.acl, path: context.path, method: context.method };
    let body = await context.text();
    for (const { rule } of firing) body = await changed(rule, body, envs);
    const headers = { ...context.headers, "content-encoding": undefined, "content-length": String(Buffer.byteLength(body)) };
    return { ...context, headers, text: async () => body };

    async function changed(rule: LiveRule["rule"], text: string, known: JsonObject): Promise<string> {
      try {
        const exchange = { request: { body: text, headers: visibleHeaders(context) }, envs: known };
        return (await requestBy(scripts, { script: ruleScript(rule) ?? "", exchange })).value.body;
      } catch (error) {
        if (error instanceof ScriptError) throw badRequest(`the script of the rule ${rule.name || rule.id} failed: ${error.message}`);
        throw error;
      }
    }
  };
}
