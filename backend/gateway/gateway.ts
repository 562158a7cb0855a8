import type { Logger } from "pino";
import type { Engine } from "../engine/port";
import { createRateLimits } from "./access/rate-limits";
import { createAuthenticate } from "./auth/authenticate";
import { createPasswordCheck } from "./auth/passwords";
import { clusterRoutes } from "./cluster/routes";
import { createRouter } from "./http/router";
import { createGatewayServer, type GatewayServer } from "./http/server";
import type { Route } from "./http/types";
import { permissionRoutes } from "./permissions/routes";
import { createPermissionStore } from "./permissions/store";
import { planRoutes } from "./plan/routes";
import { publicKeyRoutes } from "./public-key/routes";
import { createPublicKeyStore } from "./public-key/store";
import { reactivesearchRoutes } from "./reactivesearch/routes";
import { roleRoutes } from "./roles/routes";
import type { Services } from "./services";
import { elasticsearchRoutes } from "./elasticsearch/routes";
import { userRoutes } from "./users/routes";
import { createUserStore } from "./users/store";

/** Every route of the back end. A resource adds its own table here. */
function routesOf(services: Services): Route[] {
  return [
    ...clusterRoutes(services),
    ...planRoutes(),
    ...userRoutes(services),
    ...permissionRoutes(services),
    ...roleRoutes(services),
    ...publicKeyRoutes(services),
    ...reactivesearchRoutes(services),
    ...elasticsearchRoutes(services),
  ];
}

/** Builds what the routes share, over an engine. */
export function createServices({ engine, log }: { engine: Engine; log: Logger }): Services {
  return {
    engine,
    log,
    users: createUserStore(engine),
    permissions: createPermissionStore(engine),
    publicKeys: createPublicKeyStore(engine),
    checkPassword: createPasswordCheck(),
  };
}

/** Makes the system indices that are missing. */
export async function prepareServices({ users, permissions, publicKeys }: Services): Promise<void> {
  await Promise.all([users.prepare(), permissions.prepare(), publicKeys.prepare()]);
}

/** The HTTP server over the services. */
export function createGateway(services: Services): GatewayServer {
  const parts = {
    router: createRouter(routesOf(services)),
    authenticate: createAuthenticate(services),
    rateLimits: createRateLimits(),
    recorder: { record: () => undefined, close: async () => undefined },
  };
  return createGatewayServer({ parts, log: services.log });
}
