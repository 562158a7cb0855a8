/** What a logged request is called on its pages, `POST /films/_search`; its ID as long as nothing was loaded. */
export function logTitle(data: unknown, { logId = "" }: Record<string, string | undefined>): string {
  return typeof data === "object" && data !== null && "title" in data && typeof data.title === "string"
    ? data.title
    : logId;
}
