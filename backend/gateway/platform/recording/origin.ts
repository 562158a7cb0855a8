import { callerAddress } from "../access/sources";
import { callerName } from "../auth/types";
import { BY_CONSOLE, CALLED_BY } from "@common/http/called-by";
import { LOGS_LIMITS } from "@common/limits/logs";
import { MASK, maskSecrets, maskWords } from "@common/secrets/mask";
import { isSecretName } from "@common/secrets/names";
import { statusText } from "../http/errors";
import type { RecordedCall } from "./recorded-call";

/** Characters of an address that are kept; one that is longer cannot be sent again. */
const MAX_URL = LOGS_LIMITS.loggedAddress.most;
/** Characters of a request's body that can be searched. */
const MAX_WORDS = LOGS_LIMITS.loggedWords.most;
const MAX_REASON = LOGS_LIMITS.loggedReason.most;

/** What the request log of this server knows beyond the real one's: for filters, figures and sending again. */
export type Origin = {
  /** `null` where nobody could be signed in. */
  kind: "user" | "credential" | null;
  name: string | null;
  /**
   * The address by which the caller's sources are checked; of who could not be signed in, that by proxies which are
   * trusted, whatever his headers say.
   */
  address: string;
  /** The route that answered: `GET /:index/_doc/:id`. */
  route: string;
  /** Path and parameters as asked; secrets in parameters are masked. */
  url: string;
  /** Of the whole call, in ms. */
  took: number;
  /** Why it failed, in few words that many failures share. */
  reason?: string;
  /**
   * Whether the console of a user made the call by itself. A credential's word for that is not taken: it would hide
   * what an application does.
   */
  console?: true;
  /** Of a search: the words that it looked for, and how many hits its answer tells of. For who may see its bodies. */
  searched?: { words: string[]; hits: number | null };
  /** The beginning of the request's body, for searching alone. */
  text: string;
};

function urlOf({ path, query }: RecordedCall["context"]): string {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of [...parameters]) parameters.set(name, isSecretName(name) ? MASK : maskSecrets(value));
  const search = parameters.toString();
  return (search === "" ? maskWords(path) : `${maskWords(path)}?${search}`).slice(0, MAX_URL);
}

// The engine's type where it failed, this server's own sentence elsewhere: names and values in the engine's sentences
// would make each failure one of its own.
function reasonOf({ status, body }: RecordedCall["reply"]): string | undefined {
  if (status < 400) return undefined;
  const start = body.slice(0, 4_000);
  const type = /\[type=(\w+)\]/.exec(start) ?? /"cause":\{"type":"(\w+)"/.exec(start);
  const message = (type ?? /"message":"(?!elastic: Error)((?:[^"\\]|\\.)*)"/.exec(start))?.[1];
  // What stands in brackets is a name, which may be any.
  return (message?.replace(/\\"/g, '"').replace(/\[[^[\]]*\]/g, "[…]") ?? statusText(status)).slice(0, MAX_REASON);
}

/** What is kept of a call's origin. `body` is the request's, without secrets, as the answer in `reply` is. */
export function originOf({ route, context, caller, reply, took }: RecordedCall, body: string): Origin {
  const reason = reasonOf(reply);
  return {
    kind: caller?.kind ?? null,
    name: caller === null ? null : callerName(caller),
    address: (caller === null ? context.provenAddress : callerAddress(caller, context)).slice(0, 100),
    route: `${context.method} ${route.path}`,
    url: urlOf(context),
    took: Math.round(took * 100) / 100,
    ...(reason === undefined ? {} : { reason }),
    ...(caller?.kind === "user" && context.headers[CALLED_BY] === BY_CONSOLE ? { console: true } : {}),
    text: body.slice(0, MAX_WORDS),
  };
}
