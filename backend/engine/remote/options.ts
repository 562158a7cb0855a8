/** How the gateway signs in to the cluster: by name and password, or by an API key in its encoded form. */
export type RemoteCredentials =
  { kind: "basic"; username: string; password: string } | { kind: "api-key"; key: string };

/** Where a cluster is and how it is reached. */
export type RemoteEngineOptions = {
  /**
   * Base URLs of its nodes, all http or all https, without a slash at the end. One address may be a balancer before
   * several nodes.
   */
  nodes: readonly string[];
  credentials?: RemoteCredentials | undefined;
  /** PEM text of the authority that signed the nodes' certificates; without it those that Node trusts. */
  ca?: string | undefined;
};

/** The `Authorization` header for these credentials. */
export function authorizationOf(credentials: RemoteCredentials | undefined): Record<string, string> {
  if (credentials === undefined) return {};
  if (credentials.kind === "api-key") return { authorization: `ApiKey ${credentials.key}` };
  return {
    authorization: `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`,
  };
}
