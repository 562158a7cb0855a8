import type { Action } from "~/lib/access-control/actions";

/** The preview stands under Data, and the screens of search relevance lead to it: either action opens it. */
export const previewActions = ["develop", "search-relevancy"] as const satisfies readonly Action[];
