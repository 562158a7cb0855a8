import { pino, type Logger } from "pino";
import type { Engine } from "./engine/port";
import { createGateway, createServices, type GatewaySettings, prepareServices } from "./gateway/gateway";
import { prepareAdmin } from "./gateway/users/first-admin";

type StartOptions = {
  engine: Engine;
  /** 0 takes a free port. */
  port: number;
  host?: string;
  adminUsername: string;
  /** Written at each start. Without one, and without any user so far, one is made up. */
  adminPassword?: string | undefined;
  settings?: GatewaySettings;
  log?: Logger;
};

/** A running back end. `generatedPassword` is there once: when the first admin was made at this start. */
export type Backend = { url: string; port: number; generatedPassword: string | null; close: () => Promise<void> };

/** Starts gateway and first admin over an engine that is open already; the engine stays the caller's to close. Rejects where the port is taken. */
export async function startBackend({ engine, port, host = "127.0.0.1", adminUsername, adminPassword, settings = {}, log = pino({ level: "silent" }) }: StartOptions): Promise<Backend> {
  const services = createServices({ engine, log, endpointUrls: settings.endpointUrls });
  await prepareServices(services);
  const generatedPassword = await prepareAdmin({ users: services.users, username: adminUsername, password: adminPassword });
  const server = createGateway(services, settings);
  const actual = await server.listen({ host, port });
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`, port: actual, generatedPassword, close: server.close };
}
