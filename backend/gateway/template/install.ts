import type { Engine } from "../../engine/port";
import { callEngine } from "../store/engine-client";
import { DEFAULT_TEMPLATE } from "./default-template";

/** Name of the template; the real server's begins with `default_temp` too. */
export const TEMPLATE_NAME = "default_template";

/** Writes the template of new indices, at each start. Throws the engine's refusal. */
export async function installTemplate(engine: Engine): Promise<void> {
  await callEngine(engine, { method: "PUT", path: `/_template/${TEMPLATE_NAME}`, body: DEFAULT_TEMPLATE });
}
