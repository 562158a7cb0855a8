import type { Case } from "../types";
import { aggregationCases } from "./aggregations";
import { aliasFieldCases } from "./aliases";
import { documentCases } from "./documents";
import { functionCases } from "./functions";
import { indexCases } from "./indices";
import { queryCases } from "./queries";
import { searchCases } from "./searches";
import { textCases } from "./texts";

/** Every call that is compared. */
export const cases: readonly Case[] = [
  ...queryCases,
  ...searchCases,
  ...aggregationCases,
  ...indexCases,
  ...documentCases,
  ...textCases,
  ...functionCases,
  ...aliasFieldCases,
];
