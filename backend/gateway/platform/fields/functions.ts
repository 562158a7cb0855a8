import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { eachMember, type Members } from "./refusal";
import type { NameView } from "./view";

const DECAYS = ["gauss", "linear", "exp"];

function decay(view: NameView): (value: JsonValue) => JsonValue {
  return (value) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [isJsonObject(inner) ? view.named(key) : key, inner]),
        )
      : value;
}

function ofField(of: string, view: NameView): (value: JsonValue) => JsonValue {
  return (value) =>
    isJsonObject(value)
      ? eachMember({
          of,
          body: value,
          members: { field: (field) => (typeof field === "string" ? view.named(field) : field) },
        })
      : value;
}

/** The options of `function_score`, whose functions look at fields and choose documents by queries. */
export function functionScore({
  body,
  view,
  query,
}: {
  body: JsonObject;
  view: NameView;
  query: (value: JsonValue) => JsonValue;
}): JsonObject {
  const members: Members = {
    query,
    filter: query,
    field_value_factor: ofField("field_value_factor", view),
    random_score: ofField("random_score", view),
    ...Object.fromEntries(DECAYS.map((name) => [name, decay(view)])),
  };
  const functions = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(functions);
    return isJsonObject(value) ? eachMember({ of: "function_score", body: value, members }) : value;
  };
  return eachMember({ of: "function_score", body, members: { ...members, functions } });
}
