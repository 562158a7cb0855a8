import type { Stage } from "@common/pipelines/stages";
import type { InputType, StageInput } from "@common/pipelines/stages/kind";
import type { JsonObject } from "@common/text/json";

// In the place of a value may stand a text with values of the context.
function typeOf(type: InputType): JsonObject {
  if (type === "any") return {};
  return { type: type === "string" ? "string" : [type, "string"] };
}

function inputSchema({ type, hint, choices }: StageInput): JsonObject {
  return { ...typeOf(type), description: hint, ...(choices ? { examples: [...choices] } : {}) };
}

/** A stage as the schema tells of it: its title, its description and a schema of its inputs, null where it has none. */
export function stageSchema({ title, description, inputs }: Stage): JsonObject {
  const entries = Object.entries(inputs);
  const required = entries.filter(([, input]) => input.required).map(([name]) => name);
  return {
    title,
    description,
    inputs:
      entries.length === 0
        ? null
        : {
            type: "object",
            properties: Object.fromEntries(
              entries.map(([name, input]) => [name, { title: name, ...inputSchema(input) }]),
            ),
            ...(required.length > 0 ? { required } : {}),
          },
  };
}
