import type { AppLoadContext } from "@remix-run/node";
import {
  sampleComponent,
  sampleIndex,
  sampleLink,
  sampleMail,
  samplePipeline,
  sampleQuery,
  sampleRule,
  sampleSynonym,
  sampleTemplate,
  sampleTest,
  sampleUser,
  storedPipeline,
  storedQuery,
  storedRule,
} from "../../e2e/support/screens";
import type { TestBackend } from "../backend";
import { seedCredential } from "../seeds/credential";
import { seedLink } from "../seeds/link";
import { logRecord, seedLogs } from "../seeds/log";
import { seedMail } from "../seeds/mail";
import { seedRun } from "../seeds/run";
import { seedTest } from "../seeds/test";
import { seedVersion } from "../seeds/version";

/** Another index, for what leads from one to another. */
export const otherIndex = "sweep-other";
export const sampleAlias = "sweep-alias";

/** Puts one of each thing that a screen is about into a back end. Two back ends that got it answer the same. */
export async function seedServer({ call }: Pick<TestBackend, "call">): Promise<void> {
  await call("PUT", `/${sampleIndex}`, {
    mappings: { properties: { title: { type: "text" }, year: { type: "long" } } },
  });
  for (const id of ["1", "2", "3"])
    await call("PUT", `/${sampleIndex}/_doc/${id}?refresh=true`, { title: "Metropolis", year: 1927 });
  await call("PUT", `/_template/${sampleTemplate.name}`, sampleTemplate.body);
  await call("PUT", `/_component_template/${sampleTemplate.name}`, sampleComponent);
  await call("PUT", `/${sampleIndex}/_alias/${sampleAlias}`);
  await call("PUT", `/${otherIndex}`);
  await call("PUT", `/${sampleIndex}/_doc/large?refresh=true`, { title: "x".repeat(1_600_000) });
  await call("PUT", `/_storedquery/${sampleQuery}`, storedQuery);
  await call("POST", "/_pipeline", storedPipeline);
  await seedRun(call, { pipeline: samplePipeline });
  await call("PUT", `/.rules/_doc/${sampleRule}?refresh=true`, storedRule);
  await call("PUT", `/_synonym/${sampleIndex}`, [sampleSynonym]);
  await call("POST", "/_user", sampleUser);
  await seedLogs(call, [logRecord({ id: "sweep-log", index: sampleIndex })]);
  await seedCredential(call, { index: sampleIndex });
}

/** What the console keeps itself of the things of a server. */
export function seedOwn({ config: { dataDir } }: Pick<AppLoadContext, "config">, server: string): void {
  seedLink({ dataDir, id: sampleLink, server, index: sampleIndex });
  seedTest({ dataDir, id: sampleTest, server, index: sampleIndex });
  seedVersion({ dataDir, server, index: sampleIndex });
  seedMail({ dataDir, id: sampleMail, server, index: sampleIndex });
}
