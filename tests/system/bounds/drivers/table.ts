import { LIMITS } from "@common/limits/table";
import type { Driver, Drivers } from "../calls";
import { CALLS_DRIVERS } from "./calls";
import {
  ANALYTICS_DRIVERS,
  CONSOLE_DRIVERS,
  ENDPOINT_DRIVERS,
  HELD_DRIVERS,
  IMPORTS_DRIVERS,
  KEPT_DRIVERS,
  LOGS_DRIVERS,
  MAIL_DRIVERS,
  PIPELINES_DRIVERS,
  REINDEX_DRIVERS,
  RULES_DRIVERS,
  SCRIPTS_DRIVERS,
  THREADS_DRIVERS,
  UI_BUILDER_DRIVERS,
} from "./elsewhere";
import { ENGINE_DRIVERS } from "./engine";
import { SEARCH_DRIVERS } from "./search";

/** How each part of the table is driven. A row that is added there is added here too. */
const DRIVERS: Readonly<Record<string, Drivers>> = {
  search: SEARCH_DRIVERS,
  engine: ENGINE_DRIVERS,
  calls: CALLS_DRIVERS,
  endpoints: ENDPOINT_DRIVERS,
  rules: RULES_DRIVERS,
  pipelines: PIPELINES_DRIVERS,
  "ui-builder": UI_BUILDER_DRIVERS,
  scripts: SCRIPTS_DRIVERS,
  threads: THREADS_DRIVERS,
  reindex: REINDEX_DRIVERS,
  held: HELD_DRIVERS,
  analytics: ANALYTICS_DRIVERS,
  logs: LOGS_DRIVERS,
  kept: KEPT_DRIVERS,
  console: CONSOLE_DRIVERS,
  imports: IMPORTS_DRIVERS,
  mail: MAIL_DRIVERS,
};

/** Every row of the table of bounds, as `part.name`, with what drives it. */
export const ROWS: readonly { name: string; driver: Driver | undefined }[] = Object.entries(LIMITS).flatMap(
  ([part, { limits }]) =>
    Object.keys(limits).map((name) => ({ name: `${part}.${name}`, driver: DRIVERS[part]?.[name] })),
);

/** Drivers of rows that are no more. */
export const WITHOUT_ROW: readonly string[] = Object.entries(DRIVERS).flatMap(([part, drivers]) =>
  Object.keys(drivers).flatMap((name) => (Object.hasOwn(LIMITS[part]?.limits ?? {}, name) ? [] : `${part}.${name}`)),
);
