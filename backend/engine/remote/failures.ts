/** Why a node gave no answer. `unsent`: the call cannot have reached it. `kind` tells the operator's remedies apart. */
export type NodeFailure = {
  kind: "unreachable" | "certificate" | "timeout" | "broken";
  reason: string;
  unsent: boolean;
};

/** No node gave an answer. The message names each node and why; it holds no credential. */
export class EngineUnreachableError extends Error {
  readonly kind: NodeFailure["kind"] | "credentials";

  constructor({ kind, message }: { kind: EngineUnreachableError["kind"]; message: string }) {
    super(message);
    this.name = "EngineUnreachableError";
    this.kind = kind;
  }
}

const UNSENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host name",
  EAI_AGAIN: "the host name cannot be looked up at the moment",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
  UND_ERR_CONNECT_TIMEOUT: "no connection within 5 s",
  EPROTO: "it does not speak TLS: http in place of https?",
};

const CERTIFICATE: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: "signed by an authority that is not trusted",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "signed by an authority that is not known",
  UNABLE_TO_GET_ISSUER_CERT: "signed by an authority that is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "signed by an authority that is not known",
  CERT_SIGNATURE_FAILURE: "not signed by the authority in ENGINE_CA",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not valid yet",
  CERT_REVOKED: "revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "made out to another host name",
};

const LATE: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "the answer stopped halfway",
};

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause === undefined ? "" : codeOf(error.cause);
}

/** The failure of one call of a node, in words that an operator can act on. */
export function nodeFailure(error: unknown): NodeFailure {
  const code = codeOf(error);
  const certificate = CERTIFICATE[code];
  if (certificate !== undefined)
    return { kind: "certificate", reason: `its certificate is not trusted: ${certificate}`, unsent: true };
  const unsent = UNSENT[code];
  if (unsent !== undefined) return { kind: "unreachable", reason: unsent, unsent: true };
  const late = LATE[code];
  if (late !== undefined) return { kind: "timeout", reason: late, unsent: false };
  const message = error instanceof Error ? error.message : String(error);
  if (/before secure TLS connection/.test(message))
    return { kind: "unreachable", reason: "it broke the connection off before TLS was set up", unsent: true };
  if (code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET")
    return { kind: "broken", reason: "the connection broke off", unsent: false };
  return { kind: "broken", reason: code === "" ? message : `${message} (${code})`, unsent: false };
}
