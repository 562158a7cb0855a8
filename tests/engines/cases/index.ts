import type { Case } from "../types";
import { aggregationCases } from "./aggregations";
import { queryCases } from "./queries";
import { searchCases } from "./searches";

/** Every call that is compared. */
export const cases: readonly Case[] = [...queryCases, ...searchCases, ...aggregationCases];
