const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/;

async function remove(url: string): Promise<void> {
  const answer = await fetch(url, { method: "DELETE" });
  if (!answer.ok && answer.status !== 404)
    throw new Error(`DELETE ${url} answered ${answer.status}: ${await answer.text()}`);
}

/**
 * Takes every index and template away from a real engine that belongs to the tests. Throws for one that is not on this
 * machine.
 */
export async function emptyEngine(url: string): Promise<void> {
  if (!LOOPBACK.test(url)) throw new Error(`${url} is not on loopback: these tests delete every index there`);
  await remove(`${url}/*?expand_wildcards=all`);
  await remove(`${url}/_template/*`);
  await remove(`${url}/_index_template/*`);
  await remove(`${url}/_component_template/*`);
}
