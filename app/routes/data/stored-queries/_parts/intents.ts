export const QUERY = "take-query";
export const EXECUTE = "execute-query";
/** What becomes of what was typed. */
export const thens = ["review", "render", "execute"] as const;
