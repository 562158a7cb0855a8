/** What the console's server says of a request that it refuses before the application sees it: a heading and one sentence. */
export type Refusal = { title: string; text: string };

/** True for the data of such a refusal, as the error of a page has it. */
export function isRefusal(data: unknown): data is Refusal {
  return typeof data === "object" && data !== null && "title" in data && typeof data.title === "string" && "text" in data && typeof data.text === "string";
}
