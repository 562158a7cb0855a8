// Which calls of a search server only read: most searches are asked by POST.

const READING_POST =
  /\/_(search|msearch|count|reactivesearch(\.v3)?(\/validate)?|analyze|field_caps|validate\/query|mget|try|explain|grade\/metrics|disk_usage|terms_enum|mtermvectors|index_template\/_simulate)\b|\/(execute|validate)(\?|$)/;

/** Whether a call can change something on a server. */
export const changesServer = (method: string, path: string): boolean =>
  !["GET", "HEAD"].includes(method) && !(method === "POST" && READING_POST.test(path));
