import type { GlobalEnvSent } from "./types";
import { type Faults, quoted } from "./faults";
import { type Members, membersOfEach } from "./members";

function keyOf(env: Members): string {
  const key = env.text("key");
  if (key === null) env.refuse("key", "is required");
  else if (!/^\w+$/.test(key) || key === "__proto__")
    env.refuse("key", `${quoted(key)} is no key: letters, digits and _ alone`);
  return key ?? "";
}

/** The global variables that a pipeline brings with it. */
export function readGlobalEnvs(pipeline: Members, faults: Faults): GlobalEnvSent[] {
  return membersOfEach(pipeline.list("global_envs"), { path: ["global_envs"], faults }).map(({ members: env }) => ({
    key: keyOf(env),
    label: env.text("label") ?? "",
    description: env.text("description") ?? "",
    value: env.text("value") ?? "",
    validate: env.object("validate"),
  }));
}
