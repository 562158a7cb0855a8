import type { Logger } from "pino";
import { ConfigError } from "../engine-config";
import { openRemoteEngine } from "../engine/remote/open";
import { createServices, prepareServices } from "../gateway/gateway";
import { badRequest, HttpError } from "../gateway/platform/http/errors";
import { locateSystemIndices } from "../gateway/platform/store/locate-system-indices";
import { SYSTEM, SYSTEM_INDICES, systemPatterns } from "../gateway/platform/store/system-indices";
import type { User } from "../gateway/platform/auth/user";
import type { Cluster, EngineConnection } from "../gateway/resources/pipelines/connection/choice";
import { keepConnection, optionsOf } from "./kept-connection";

type Parts = {
  /** DATA_DIR. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  isBundled: boolean;
  log: Logger;
  /** Ends this process, so that its launcher starts it again. */
  restart: () => void;
};

const names = { elasticsearch: "Elasticsearch", opensearch: "OpenSearch" };

function optionsIn(cluster: Cluster, env: Parts["env"]) {
  try {
    return optionsOf(cluster, env);
  } catch (error) {
    throw error instanceof ConfigError ? badRequest(error.message) : error;
  }
}

// The user who connects it must be able to sign in behind it: where nobody has his name yet, he comes along.
async function makeReady(cluster: Cluster, { admin, env, log }: Pick<Parts, "env" | "log"> & { admin: User }) {
  const opened = openRemoteEngine(optionsIn(cluster, env));
  try {
    const { engine } = opened;
    const located = await locateSystemIndices({ engine, indices: SYSTEM_INDICES }).catch(() => null);
    const state = await opened.check(systemPatterns(located?.map(({ place }) => place.definition)));
    if (!state.ready) throw badRequest(state.reason);
    if (state.product.name !== names[cluster.backend])
      throw badRequest(
        `${cluster.url} is ${state.product.name} ${state.product.version}, not ${names[cluster.backend]}`,
      );
    const services = createServices({ engine, log });
    try {
      await prepareServices(services);
      const { users, places } = services;
      const isShared = places.of(SYSTEM.users).form === "server";
      if (!isShared && !(await users.get(admin.username))) await users.create(admin);
    } finally {
      await services.scripts.close();
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw badRequest(`the search engine cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await opened.close();
  }
}

/**
 * Connects this server with another engine by a call: it is looked at first (reached, signed in, its product, the
 * rights that are needed), the system indices are made there, then it is kept and the process starts again. The bundled
 * engine's data stays where it is.
 */
export function createConnection({ folder, env, isBundled, log, restart }: Parts): EngineConnection {
  let isBusy = false;
  return {
    isBundled,
    async connect(choice, admin) {
      if (choice.backend === "system" && isBundled) throw badRequest("the bundled engine is connected already");
      if (isBusy) throw new HttpError(409, "another change of the search engine is under way");
      isBusy = true;
      try {
        if (choice.backend !== "system") await makeReady(choice, { admin, env, log });
        keepConnection(folder, choice.backend === "system" ? null : choice);
      } catch (error) {
        isBusy = false;
        throw error;
      }
      log.warn({ backend: choice.backend, by: admin.username }, "another search engine is connected; starting again");
      restart();
    },
  };
}
