import type { IncomingMessage, ServerResponse } from "node:http";
import { pino, type Logger } from "pino";
import { pinoHttp } from "pino-http";
import { withoutSecrets, withoutToken } from "~/lib/address/address-secrets";
import { requestId } from "./request-id";

const secretParameters = /([?&;](?:password|pass|token|secret|authorization|api_?key|credentials?|auth)=)[^&#]*/gi;
// A request's head is no longer than 16 kB.
const userInfo =
  /(https?(?::|%3A)(?:\/|%2F){2})(?:(?!:|%3A)[^/?#&@%]){0,16384}(?::|%3A)(?:(?!%40)[^/?#&@]){0,16384}(?:@|%40)/gi;

/** A request target fit for a log: values of secret parameters and `name:password@` of URLs inside it are taken out. */
export function redactTarget(target: string): string {
  // Everything in the answer of an OpenID Connect provider is a secret.
  const callback = /^\/login\/oidc\/callback(?=\?)/i.exec(target);
  if (callback) return `${callback[0]} [redacted]`;
  const clean = withoutSecrets(target);
  const marked = withoutToken(clean).replace(secretParameters, "$1[redacted]").replace(userInfo, "$1[redacted]@");
  return `${marked.slice(0, 2048)}${clean === target ? "" : " [redacted]"}`;
}

/**
 * The logger of the console process: JSON lines on stdout, no header, no body, known secret keys taken out wherever
 * they stand.
 */
export function createLogger({ level }: { level: string }): Logger {
  return pino({
    level,
    base: { process: "console" },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        "password",
        "*.password",
        "authorization",
        "*.authorization",
        "cookie",
        "*.cookie",
        "req.headers",
        "res.headers",
        "*.token",
        "*.secret",
      ],
      censor: "[redacted]",
    },
  });
}

/** One log line per answered request; probes and static files only at debug level, failures as errors. */
export function requestLogging(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId: requestId,
    wrapSerializers: false,
    serializers: {
      req: (request: IncomingMessage & { id: string; originalUrl?: string; ip?: string }) => ({
        id: request.id,
        method: request.method,
        url: redactTarget(request.originalUrl ?? request.url ?? ""),
        remoteAddress: request.ip ?? request.socket.remoteAddress,
      }),
      res: (response: ServerResponse) => ({ statusCode: response.statusCode }),
      err: (error: Error) => ({ type: error.name, message: redactTarget(error.message), stack: error.stack }),
    },
    customLogLevel: (request, response, error) => {
      if (error !== undefined || response.statusCode >= 500) return "error";
      const target = request.url ?? "";
      return /^\/(build\/|healthz|readyz|metrics|favicon)/.test(target) ? "debug" : "info";
    },
    customSuccessMessage: (request, response) => `${request.method} ${response.statusCode}`,
    customErrorMessage: (request, response) => `${request.method} ${response.statusCode}`,
    customProps: () => ({}),
  });
}
