import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import { afterAll, beforeAll } from "vitest";
import type { loader as jobPage } from "~/routes/data/jobs/job";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as searchPage } from "~/routes/search-relevance/settings/search";
import { startTestBackend, type TestBackend } from "../../../setup/backend";
import { type Behind, openScreen } from "../../../setup/open-screen";

export let backend: TestBackend;

const names = [
  "deploy-language",
  "deploy-grams",
  "deploy-field",
  "deploy-plugin",
  "deploy-partial",
  "deploy-rights",
  "deploy-cut",
  "deploy-removed",
  "deploy-busy",
  "deploy-full",
];

export type Env = Record<string, string>;

export const review = async (at: string, env: Env) => {
  const { data } = await openScreen<typeof reviewPage>("search/review", { backend, at, env });
  return data && "changes" in data ? data : undefined;
};

export const deploy = async (at: string, env: Env, note = "") =>
  openScreen("search/review", {
    backend,
    at,
    env,
    form: { intent: "deploy", version: (await review(at, env))?.version ?? "", note },
  });

export const settingsAt = async (screen: string, at: string, env: Env, behind: Behind = backend) => {
  const { data, status } = await openScreen<typeof searchPage>(screen, { backend: behind, at, env });
  return data?.kind === "form" ? { state: data.state, draft: data.draft } : { status };
};

export const whole = (body: unknown): JsonObject => parseJson(JSON.stringify(body ?? {})) as JsonObject;

export const inside = (of: JsonValue | undefined, ...path: string[]) =>
  path.reduce<JsonValue | undefined>(
    (here, step) => (here !== undefined && isJsonObject(here) ? here[step] : undefined),
    of,
  );

export const first = (body: unknown) => Object.values(whole(body))[0];

export async function jobEnds(
  answer: { response: Response | undefined },
  at: string,
  env: Env,
  behind: Behind = backend,
): Promise<string> {
  const id = /\/jobs\/([^?]+)/.exec(answer.response?.headers.get("Location") ?? "")?.[1] ?? "";
  for (let looks = 0; looks < 200; looks++) {
    const { data } = await openScreen<typeof jobPage>(`jobs/${id}`, { backend: behind, at, env });
    const state = JSON.stringify(data);
    if (/"state":"(done|failed|cancelled|interrupted)"/.test(state)) return /"state":"(\w+)"/.exec(state)?.[1] ?? "";
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "none";
}

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function startDeploys(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    for (const name of names) {
      await backend.call("PUT", `/${name}`, { mappings: { properties: { day: { type: "date" } } } });
      await backend.call("POST", `/${name}/_doc/1?refresh=true`, { title: "Les chevaux du café" });
    }
  });
  afterAll(() => backend.close());
}
