import * as z from "zod";
import { EngineUnreachableError } from "./failures";
import type { RemoteEngineOptions } from "./options";
import { type Product, productOf } from "./products";
import type { RemoteAnswer, RemoteClient } from "./client";
import { findMissingRights, missingRights } from "./rights";

/**
 * The state of a cluster when it was looked at: fit for use, or one sentence on what is in the way and what to do.
 * `warning` is such a sentence on what is only in the way of some calls.
 */
export type EngineState =
  { ready: true; product: Product; health: string; warning?: string } | { ready: false; reason: string };

const ErrorSchema = z.object({ error: z.object({ type: z.string(), reason: z.string() }) });
const HealthSchema = z.object({ status: z.string() });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonIn(text: string): string {
  const parsed = ErrorSchema.safeParse(parse(text));
  return parsed.success ? `${parsed.data.error.reason} [type=${parsed.data.error.type}]` : text.trim().slice(0, 200);
}

/** What to do about a cluster that gave no answer, or none but 401. */
export function unreachableReason(
  error: EngineUnreachableError,
  { credentials }: Pick<RemoteEngineOptions, "credentials">,
): string {
  switch (error.kind) {
    case "certificate":
      return `the search engine's certificate is not trusted (${error.message}); ENGINE_CA names the PEM file of the authority that signed it`;
    case "credentials":
      if (credentials === undefined)
        return `the search engine asks for a sign-in (${error.message}); set ENGINE_USERNAME and ENGINE_PASSWORD, or ENGINE_API_KEY`;
      return `the search engine refuses the sign-in (${error.message}); check ${credentials.kind === "api-key" ? "ENGINE_API_KEY" : "ENGINE_USERNAME and ENGINE_PASSWORD"}`;
    case "unreachable":
    case "timeout":
    case "broken":
      return `the search engine cannot be reached (${error.message})`;
  }
}

async function readRoot(client: RemoteClient): Promise<{ answer: RemoteAnswer; text: string }> {
  const answer = await client.send({ method: "GET", path: "/" });
  return { answer, text: await answer.body.text() };
}

/** What the cluster is. Rejects with `EngineUnreachableError` where no node answers. */
export async function readProduct(client: RemoteClient): Promise<Product | { problem: string }> {
  const { answer, text } = await readRoot(client);
  const { status, headers, node } = answer;
  if (status === 401) throw new EngineUnreachableError({ kind: "credentials", message: `${node}: 401` });
  if (status === 403) return { problem: missingRights(reasonIn(text)) };
  if (status >= 500)
    return { problem: `the search engine cannot work at the moment (${node}: ${status} ${reasonIn(text)})` };
  const product =
    status === 200
      ? productOf(parse(text), headers["x-elastic-product"]?.toString())
      : { problem: `something answers there with status ${status}, but it is no search engine` };
  return "problem" in product ? { problem: `${node}: ${product.problem}` } : product;
}

/**
 * Looks whether the cluster can be used: reached, signed in, of a product and version that is supported, with an
 * elected node, and with the rights that it takes to keep `own` indices. Never rejects.
 */
export async function checkCluster(
  client: RemoteClient,
  options: Pick<RemoteEngineOptions, "credentials">,
  own: readonly string[] = [],
): Promise<EngineState> {
  try {
    const product = await readProduct(client);
    if ("problem" in product) return { ready: false, reason: product.problem };
    const answer = await client.send({ method: "GET", path: "/_cluster/health" });
    const text = await answer.body.text();
    if (answer.status === 403) return { ready: false, reason: missingRights(reasonIn(text)) };
    const health = HealthSchema.safeParse(parse(text));
    if (answer.status !== 200 || !health.success)
      return {
        ready: false,
        reason: `the search engine cannot work at the moment (${answer.node}: ${answer.status} ${reasonIn(text)})`,
      };
    const rights = await findMissingRights({ client, differences: product.differences, own });
    if (rights.own !== null)
      return {
        ready: false,
        reason: `the search engine's user has not the rights that the back end needs: it lacks ${rights.own}`,
      };
    const warning =
      rights.others === null
        ? {}
        : { warning: `the search engine's user lacks ${rights.others}: calls that need it will be refused with 403` };
    return { ready: true, product, health: health.data.status, ...warning };
  } catch (error) {
    if (error instanceof EngineUnreachableError) return { ready: false, reason: unreachableReason(error, options) };
    return {
      ready: false,
      reason: `the search engine cannot be reached (${error instanceof Error ? error.message : String(error)})`,
    };
  }
}
