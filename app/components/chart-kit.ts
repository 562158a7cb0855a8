// Charts, for the pages that draw them: docs/charts.md tells what each piece is. One file in the browser, apart from the kit; uPlot comes when it is needed.
export * from "./charts/chart";
export * from "./charts/chart-address";
export * from "./charts/chart-panel";
export * from "./charts/dashboard";

import "~/chart-companions.client";
// With the kit, as everything has it.
import "./kit";
