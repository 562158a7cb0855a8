import type { Logger } from "pino";
import type { Engine } from "../engine/port";
import type { GeoPlaces } from "./analytics/geo/places";
import type { PasswordCheck } from "./auth/passwords";
import type { ReIndexed } from "./indices/re-indexed";
import type { LogIndex } from "./logs/log-index";
import type { Retention } from "./logs/retention";
import type { PermissionStore } from "./permissions/store";
import type { PublicKeyStore } from "./public-key/store";
import type { EndpointAccess } from "./reactivesearch/endpoint-access";
import type { Sums } from "./analytics/sums/sums";
import type { Recorder } from "./recording/recorder";
import type { SystemPlaces } from "./store/system-places";
import type { SystemStore } from "./store/system-store";
import type { SecondFactors } from "./second-factor/service";
import type { StoredQueryStore } from "./stored-queries/store";
import type { UserStore } from "./users/store";

/** What routes are built from. The gateway keeps no state but short-lived copies of what the engine holds. */
export type Services = {
  engine: Engine;
  places: SystemPlaces;
  users: UserStore;
  secondFactors: SecondFactors;
  permissions: PermissionStore;
  publicKeys: PublicKeyStore;
  storedQueries: StoredQueryStore;
  checkPassword: PasswordCheck;
  endpoints: EndpointAccess;
  sync: SystemStore<{ interval: number }>;
  logIndex: LogIndex;
  retention: Retention;
  reIndexed: ReIndexed;
  recorder: Recorder;
  geo: GeoPlaces;
  sums: Sums;
  log: Logger;
};
