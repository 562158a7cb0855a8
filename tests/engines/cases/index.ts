import type { Case } from "../types";
import { aggregationCases } from "./aggregations";
import { aliasFieldCases } from "./aliases";
import { collapseCases } from "./collapse";
import { documentCases } from "./documents";
import { featureCases } from "./features";
import { functionCases } from "./functions";
import { indexCases } from "./indices/indices";
import { languageCases } from "./languages";
import { neighbourCases } from "./neighbours";
import { nestedCases } from "./nested/nested";
import { queryCases } from "./queries";
import { searchCases } from "./searches";
import { templateCases } from "./templates";
import { textCases } from "./texts";
import { vectorCases } from "./vectors";

/** Every call that is compared. */
export const cases: readonly Case[] = [
  ...queryCases,
  ...searchCases,
  ...collapseCases,
  ...nestedCases,
  ...aggregationCases,
  ...indexCases,
  ...templateCases,
  ...documentCases,
  ...textCases,
  ...languageCases,
  ...functionCases,
  ...featureCases,
  ...neighbourCases,
  ...aliasFieldCases,
  ...vectorCases,
];
