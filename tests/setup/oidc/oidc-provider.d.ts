/** As much of `oidc-provider` as the tests use; the package has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Context = { type: string; status: number; body: string };
  type Details = {
    uid: string;
    prompt: { name: string };
    params: Record<string, string>;
    session?: { accountId: string };
    grantId?: string;
  };

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: string, listener: (...args: unknown[]) => void): this;
    Grant: new (of: { accountId: string | undefined; clientId: string | undefined }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
  }
  export type { Context };
}
