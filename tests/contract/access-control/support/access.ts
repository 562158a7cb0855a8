import { afterAll, beforeAll, expect } from "vitest";
import { type Api, makeShoes, openApi } from "../../api";

export let api: Api;

export function refusal(status: number, message: string) {
  return [status, { error: expect.objectContaining({ code: status, message }) }];
}

export async function outcome(
  method: string,
  path: string,
  body?: unknown,
  more?: Parameters<Api["call"]>[3],
): Promise<[number, unknown]> {
  const reply = await api.call(method, path, body, more);
  return [reply.status, reply.body];
}

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function openAccess(): void {
  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shoes");
  }, 60_000);
  afterAll(() => api.close());
}
