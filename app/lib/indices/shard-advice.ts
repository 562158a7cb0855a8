/** What is said of the number of shards wherever one is entered. */
export const shardAdvice = "One is enough for up to about 50 GB. Another number takes a re-index later.";
