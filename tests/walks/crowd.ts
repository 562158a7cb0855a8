import { sampleIndex, samplePipeline, storedPipeline, storedQuery, storedRule } from "../e2e/support/screens";
import type { TestBackend } from "../setup/backend";
import { seedServer } from "../setup/forms/seed";
import { logRecord, seedLogs } from "../setup/seeds/log";

const MANY = 12;

/** More of each thing than a page of ten shows. */
export async function seedCrowd(backend: TestBackend): Promise<void> {
  const { call } = backend;
  await seedServer(backend);
  const each = async (make: (name: string, at: number) => Promise<unknown>) => {
    for (let at = 0; at < MANY; at += 1) await make(`crowd-${String(at).padStart(2, "0")}`, at);
  };
  await each((name) => call("PUT", `/${sampleIndex}/_doc/${name}`, { title: name, year: 1927 }));
  await each((name) => call("PUT", `/${name}`));
  await each((name) => call("PUT", `/${sampleIndex}/_alias/${name}-alias`));
  await each((name) => call("PUT", `/_template/${name}`, { index_patterns: [`${name}-x*`] }));
  await each((name) => call("PUT", `/_component_template/${name}`, { template: { settings: {} } }));
  await each((name, at) => call("PUT", `/_index_template/${name}`, { index_patterns: [`${name}-y*`], priority: at }));
  await each((name) => call("PUT", `/_storedquery/${name}`, storedQuery));
  await each((name) => call("POST", "/_pipeline", { ...storedPipeline, content: storedPipeline.content.replaceAll(samplePipeline, name) })); // prettier-ignore
  await each((name) => call("POST", "/_pipelines/env", { key: name.replace("-", "_"), label: name, value: name }));
  await each((name, at) =>
    call("PUT", `/.rules/_doc/${name}?refresh=true`, { ...storedRule, id: name, name, order: at }),
  );
  await each((name) => call("POST", "/_user", { username: name, password: "a-quiet-owl", allowed_actions: ["develop"], indices: ["*"] })); // prettier-ignore
  await each((name) => call("POST", "/_permission", { description: name, indices: [sampleIndex] }));
  await call("PUT", `/_synonym/${sampleIndex}`, Array.from({ length: MANY }, (_, at) => ({ type: "equivalent", synonym: `word${at},other${at}` }))); // prettier-ignore
  await seedLogs(
    call,
    Array.from({ length: MANY }, (_, at) => logRecord({ id: `crowd-${at}`, index: sampleIndex })),
  );
  await call("POST", `/${sampleIndex}/_refresh`);
}
