import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { callEngine, isBlocked } from "@backend/gateway/platform/store/engine-client";
import { DEFAULT_TEMPLATE } from "./default-template";

/** Name of the template; the real server's begins with `default_temp` too. */
export const TEMPLATE_NAME = "default_template";

const BodySchema = z.looseObject({
  index_patterns: z.union([z.string(), z.array(z.string())]).transform((patterns) => [patterns].flat()),
});
const LegacySchema = z.record(z.string(), BodySchema);
const ComposableSchema = z.object({
  index_templates: z.array(z.object({ name: z.string(), index_template: BodySchema })),
});

/**
 * Whether new indices get a template of somebody else's already, of either kind. Versions without composable templates
 * refuse to tell of them.
 */
export async function hasTemplateOfAnother(engine: Engine): Promise<boolean> {
  const composable = await callEngine(engine, { method: "GET", path: "/_index_template" }, [400, 403, 404, 405]);
  const legacy = await callEngine(engine, { method: "GET", path: "/_template" }, [403, 404]);
  const patterns = [
    ...(composable.status === 200
      ? ComposableSchema.parse(composable.body).index_templates.map(
          ({ index_template }) => index_template.index_patterns,
        )
      : []),
    ...(legacy.status === 200
      ? Object.entries(LegacySchema.parse(legacy.body)).flatMap(([name, body]) =>
          name === TEMPLATE_NAME ? [] : [body.index_patterns],
        )
      : []),
  ];
  return patterns.some((one) => one.includes("*"));
}

/**
 * Writes the template of new indices, at each start. On a full disk the one that is there stays: what is kept can be
 * read, and room be made, all the same. Throws the engine's refusal.
 */
export async function installTemplate(engine: Engine): Promise<void> {
  try {
    await callEngine(engine, { method: "PUT", path: `/_template/${TEMPLATE_NAME}`, body: DEFAULT_TEMPLATE });
  } catch (error) {
    const known =
      isBlocked(error) &&
      (await callEngine(engine, { method: "GET", path: `/_template/${TEMPLATE_NAME}` }, [404])).status === 200;
    if (!known) throw error;
  }
}
