import { pino, type Logger } from "pino";
import type { EngineState } from "./engine/remote/check";
import type { Engine } from "./engine/port";
import { createGateway, createServices, type GatewaySettings, prepareServices } from "./gateway/gateway";
import type { Services } from "./gateway/services";
import { locateSystemIndices } from "./gateway/platform/store/locate-system-indices";
import { SYSTEM, SYSTEM_INDICES, systemPatterns } from "./gateway/platform/store/system-indices";
import { prepareAdmin, prepareSharedAdmin } from "./gateway/resources/access-control/users/first-admin";
import { becomeReady } from "./readiness";

type StartOptions = {
  engine: Engine;
  /**
   * Looks whether the engine can be used. With it the gateway listens at once and refuses every call until the engine
   * is ready, however long that takes; without it the engine is ready.
   */
  check?: ((own: readonly string[]) => Promise<EngineState>) | undefined;
  /** 0 takes a free port. */
  port: number;
  host?: string;
  adminUsername: string;
  /** Written at each start. Without one, and without any user so far, one is made up. */
  adminPassword?: string | undefined;
  /** Takes the password that was made up, once. */
  onPassword?: (made: { username: string; password: string }) => void;
  /** A user whose second factor is taken away at the start: for the only admin who lost his. */
  resetSecondFactor?: string | undefined;
  settings?: GatewaySettings;
  log?: Logger;
};

/** A running back end. */
export type Backend = { url: string; port: number; close: () => Promise<void> };

function preparation({
  services,
  adminUsername,
  adminPassword,
  onPassword,
  resetSecondFactor,
}: Pick<StartOptions, "adminUsername" | "adminPassword" | "onPassword" | "resetSecondFactor"> & {
  services: Services;
}): () => Promise<void> {
  return async () => {
    await prepareServices(services);
    const { users, checkPassword, log } = services;
    const shared = services.places.of(SYSTEM.users).form === "server";
    const generated = await (shared
      ? prepareSharedAdmin({ users, checkPassword, log, username: adminUsername, password: adminPassword })
      : prepareAdmin({ users, username: adminUsername, password: adminPassword }));
    if (resetSecondFactor !== undefined) {
      const had = await services.secondFactors.reset(resetSecondFactor);
      log.warn(
        { username: resetSecondFactor },
        `RESET_SECOND_FACTOR: ${had ? "this user's second factor is taken away" : "this user had none"}; unset it now`,
      );
    }
    await services.masking.start();
    if (generated !== null) onPassword?.({ username: adminUsername, password: generated });
  };
}

// The rights that are asked for are those on the indices as they are named there. A cluster that does not answer yet is
// told by the check itself.
async function patternsOn(engine: Engine): Promise<string[]> {
  const found = await locateSystemIndices({ engine, indices: SYSTEM_INDICES }).catch(() => null);
  return systemPatterns(found?.map(({ place }) => place.definition));
}

/**
 * Starts gateway and first admin over an engine that is open already; the engine stays the caller's to close. Rejects
 * where the port is taken.
 */
export async function startBackend({
  engine,
  check,
  port,
  host = "127.0.0.1",
  settings = {},
  log = pino({ level: "silent" }),
  ...admin
}: StartOptions): Promise<Backend> {
  const services = createServices({ engine, log, ...settings });
  const prepare = preparation({ services, ...admin });
  const stopping = new AbortController();
  await services.geo.open();
  if (!check) await prepare();
  const waiting = check
    ? becomeReady({ check: async () => check(await patternsOn(engine)), prepare, log, signal: stopping.signal })
    : null;
  const server = createGateway(services, { ...settings, readiness: waiting?.readiness });
  const actual = await server.listen({ host, port });
  async function close(): Promise<void> {
    stopping.abort();
    await waiting?.done;
    await server.close();
  }
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`, port: actual, close };
}
