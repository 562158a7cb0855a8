import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { isIPv6 } from "node:net";
import { heldBy, holds, reachesSystem, requireWithin } from "@backend/gateway/platform/access/runs-as";
import { addressOf } from "../../analytics/visitors/visitor";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { prepareBody } from "../../data/elasticsearch/prepare-body";
import type { ElasticRoute } from "@backend/gateway/platform/http/engine-calls";
import { ownerOf } from "@backend/gateway/platform/held/shares";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { requirePassing } from "@backend/gateway/platform/allow-list/bodies";
import type { NamesBehind } from "../../indices/names-behind";
import { passesOf } from "@backend/gateway/platform/allow-list/parameters";
import type { Services } from "@backend/gateway/services";
import { type Facts, NO_FACTS, withNames } from "./facts";
import { isActive, type LiveRule } from "./live-rule";
import { itemsOfBulk, madeItems } from "./made-lines";
import { ruleScript } from "./schema";
import { requestBy, ScriptError } from "./scripts/exchange";
import { scriptedOr } from "./search/failing";
import { visibleHeaders } from "./scripts/headers";
import { asFarAsItRuns, standingOf } from "./standing";

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

type Parts = Pick<Services, "scripts" | "authors" | "ruleFailures"> & {
  namesBehind: NamesBehind;
  rules: Pick<Services["rules"], "live">;
  reIndexed: Pick<Services["reIndexed"], "behindAliases">;
};
type Firing = { rule: LiveRule["rule"]; author: Caller };

// The indices that the call names itself, in its path and in the lines of its bulk.
function namedBy({ body }: ElasticRoute, { indices }: SignedContext, text: string): string[] {
  return [...indices, ...(body === "bulk" ? itemsOfBulk(text).flatMap((item) => item.indices) : [])];
}

/**
 * What the script of a rule made of a body, held against its author and the caller, as if each had sent it: the lines
 * that were not there before, in the indices that the call names itself, and without an admin's power over system
 * indices. Throws 400 and 401.
 */
function requireHeld(row: ElasticRoute, { before, after, held, original, method }: Made): void {
  const items = row.body === "bulk" ? madeItems(before, after) : [];
  requireWithin(
    items.flatMap(({ indices }) => indices),
    original,
  );
  const text = row.body === "bulk" ? items.map((item) => `${item.text}\n`).join("") : after;
  for (const caller of held) {
    requirePassing({ row: passesOf(method, row.path), caller, text });
    prepareBody({ kind: row.body, caller, text });
  }
}
type Made = {
  before: string;
  after: string;
  held: readonly Caller[];
  original: readonly string[];
  method: SignedContext["method"];
};

/** Throws a ScriptError for a body that is no JSON, or no lines of a bulk. */
function requireReadable({ body }: Pick<ElasticRoute, "body">, text: string): void {
  try {
    if (body === "bulk") for (const line of itemsOfBulk(text).flatMap((item) => item.text.split("\n"))) parseJson(line);
    else if (!isJsonObject(parseJson(text))) throw new Error("no object");
  } catch {
    throw new ScriptError(
      body === "bulk" ? "it gave lines that are no bulk" : "it gave a document that is no JSON",
      [],
    );
  }
}

/** The context of the same call with another body, in one piece or in pieces. */
function withBody(context: SignedContext, body: string): SignedContext {
  const headers = {
    ...context.headers,
    "content-encoding": undefined,
    "content-length": String(Buffer.byteLength(body)),
  };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(body);
  }
  return { ...context, headers, text: async () => body, pieces };
}

/**
 * Rules with an index trigger: their script gets the body of a call that writes documents before it is checked and goes
 * on. It runs where its author may write there too, and on no call that reaches a system index; what it gives is held
 * against author and caller like any other body. Where it fails, or gives what cannot be read, the body goes on as it
 * was.
 */
export function createIndexRules({
  rules,
  scripts,
  authors,
  reIndexed,
  ruleFailures: failures,
  namesBehind,
}: Parts): (row: ElasticRoute, context: SignedContext) => Promise<SignedContext> {
  async function firing(row: ElasticRoute, context: SignedContext): Promise<Firing[]> {
    const kept = (await rules.live()).filter(({ rule }) => rule.trigger.type === "index");
    if (kept.length === 0) return [];
    const facts = withNames(
      factsOf(row, context),
      context.indices.length === 0 ? [] : await namesBehind(context.indices.join(",")),
    );
    const at = Date.now() / 1000;
    const fitting = kept.filter(({ rule, test }) => test?.(facts).holds === true && isActive(rule, at));
    const found = await Promise.all(
      fitting.map(async ({ rule }): Promise<Firing[]> => {
        const standing = await standingOf(rule, { authors });
        const { author } = standing;
        const runs =
          author !== null &&
          asFarAsItRuns(rule, standing) !== null &&
          holds(author, { category: row.category, acl: row.acl, op: "write" });
        return runs ? [{ rule, author }] : [];
      }),
    );
    return found.flat();
  }

  return async (row, context) => {
    if (row.category !== "docs" || row.op !== "write" || !WRITING.has(row.body)) return context;
    const found = await firing(row, context);
    if (found.length === 0) return context;
    const text = await context.text();
    const original = namedBy(row, context, text);
    if (await reachesSystem(original, reIndexed.behindAliases)) return context;
    const envs: JsonObject = {
      index: [...context.indices],
      category: row.category,
      acl: row.acl,
      path: context.path,
      method: context.method,
    };
    let body = text;
    for (const { rule, author } of found) {
      const before = body;
      const work = async () => {
        const exchange = { request: { body: before, headers: visibleHeaders(context) }, envs };
        const after = (
          await requestBy(scripts, { script: ruleScript(rule) ?? "", exchange, owner: ownerOf(context.caller) })
        ).value.body;
        if (after !== before) requireReadable(row, after);
        const held = heldBy({ caller: context.caller, behalf: { authors: [author], made: true } });
        if (after !== before) requireHeld(row, { before, after, held, original, method: context.method });
        return after;
      };
      body = (await scriptedOr(rule, { handler: "handleRequest", work, failures })) ?? before;
    }
    return body === text ? context : withBody(context, body);
  };
}
