import { OF_THE_CONSOLE } from "./of-the-console";
import { OF_THE_SERVER } from "./of-the-server";
import type { RunsAs } from "./types";

/** What runs on somebody's behalf, by name. */
export const RUNS_AS: Readonly<Record<string, RunsAs>> = { ...OF_THE_SERVER, ...OF_THE_CONSOLE };
