import { afterAll, beforeAll } from "vitest";
import { type Api, makeShoes, openApi } from "../../api";

export let api: Api;

export const path = (kind: string) => `/_${kind}_suggestions/preferences`;

export const get = async (kind: string) => (await api.call("GET", path(kind))).body;

export const put = (kind: string, body: unknown) => api.call("PUT", path(kind), body);

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function openSuggestions(): void {
  beforeAll(async () => {
    api = await openApi();
    for (const index of ["shoes", "hats"]) await makeShoes(api, index);
  }, 60_000);
  afterAll(() => api.close());
}
