import { compositeAggregations } from "./composite";
import { dateHistogramAggregations } from "./date-histogram";
import { filterAggregations } from "./filters";
import { histogramAggregations } from "./histogram";
import { metricAggregations } from "./metrics";
import { registerAggregations } from "./parse";
import { nestedAggregations } from "./nested";
import { rangeAggregations } from "./ranges";
import { termsAggregations } from "./terms";

// A new type is one file and one line here; `top_hits` is itself a search and registers there. What is missing is
// refused as an unknown aggregation type.
for (const table of [
  termsAggregations,
  histogramAggregations,
  dateHistogramAggregations,
  rangeAggregations,
  filterAggregations,
  compositeAggregations,
  nestedAggregations,
])
  registerAggregations(table, { leaf: false });
registerAggregations(metricAggregations, { leaf: true });

export { parseAggregations, registerAggregations } from "./parse";
export { aggregator, type Aggregator } from "./tree";
