import * as z from "zod";
import type { Config } from "~/server/config.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { type Purpose, seal, sessionSecrets, unseal } from "~/session/seal.server";

// Credentials that the console makes for itself: what shows analytics to people without an account reads with one, and
// with nothing else.

const madeSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });
const keptSchema = z.object({
  id: z.string(),
  password: z.string(),
  tokens: z.record(z.string(), z.string()).optional(),
});

type About = {
  app?: string | undefined;
  description: string;
  /** Null: it lasts until it is deleted. */ ends: number | null;
};

/**
 * The body of a credential that reads analytics at a level and nothing else, as long as its maker may do so himself.
 */
export function credentialBody({ app, description, ends }: About, now = Date.now()) {
  return {
    description,
    ops: ["read"],
    categories: ["analytics"],
    indices: [app ?? "*"],
    referers: ["*"],
    ttl: ends === null ? -1 : (ends - now) * 1e6,
    bound_to_creator: true,
  };
}

type Creation<Value> = {
  http: BackendClient;
  request: { method: "POST"; path: string; json: object };
  /** Keeps what it is for. Where that fails it is deleted again: nobody would know what it is for. */
  keep: (made: { credential: string; password: string }) => Value;
};

/** Creates a credential on the server and keeps what it is for. */
export async function createCredential<Value>({ http, request, keep }: Creation<Value>): Promise<Value> {
  const answer = await http.send(request);
  const made = madeSchema.safeParse(answer.body);
  if (!made.success) throw answer.failed("malformed");
  const { username: credential, password } = made.data;
  try {
    return keep({ credential, password });
  } catch (error) {
    await http.send({ method: "DELETE", path: apiPath`/_permission/${credential}` }).catch(() => undefined);
    throw error;
  }
}

type Kept = z.output<typeof keptSchema>;
type Sealing = { config: Config; purpose: Purpose };

/** What belongs to a credential and must not be read, sealed; bound to the id of what it is for. */
export function sealKept({ config, purpose }: Sealing, kept: Kept): string {
  return seal({ text: JSON.stringify(kept), purpose, secrets: sessionSecrets(config) });
}

/**
 * What was sealed for this id; undefined where it cannot be opened any more. One that was sealed for another id is not
 * opened.
 */
export function unsealKept(
  { config, purpose }: Sealing,
  { id, sealed }: { id: string; sealed: string },
): Kept | undefined {
  const text = unseal({ value: sealed, purpose, secrets: sessionSecrets(config) });
  const kept = text === undefined ? undefined : keptSchema.safeParse(JSON.parse(text)).data;
  return kept?.id === id ? kept : undefined;
}
