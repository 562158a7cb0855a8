import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import type { Faults, Path } from "./faults";

/** The members of one object of the text, each read as what it must be. Null and "left out" are the same. */
export type Members = {
  path: Path;
  /** A text; numbers and switches count as how they are written. Null where there is none, or a blank one. */
  text: (name: string) => string | null;
  flag: (name: string, otherwise: boolean) => boolean;
  whole: (name: string) => number | null;
  object: (name: string) => JsonObject | null;
  /** The members of an object within; null where there is none. */
  members: (name: string) => Members | null;
  /** A list, empty where there is none. `needed` says what is wrong with an empty one. */
  list: (name: string, needed?: string) => readonly JsonValue[];
  /** Adds a fault of one member. */
  refuse: (name: string, reason: string) => void;
};

/** A text, or what reads like one; undefined for objects and lists. */
export function asText(value: JsonValue): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" || value instanceof LosslessNumber
    ? value.toString()
    : undefined;
}

/** Reads an object at a path; what has the wrong type is a fault and counts as left out. */
export function membersOf(object: JsonObject, { path, faults }: { path: Path; faults: Faults }): Members {
  const given = (name: string): JsonValue => (Object.hasOwn(object, name) ? (object[name] ?? null) : null);
  const refuse = (name: string, reason: string) => faults.add([...path, name], reason);

  function wrong(name: string, wanted: string): null {
    refuse(name, `must be ${wanted}`);
    return null;
  }

  function text(name: string): string | null {
    const value = given(name);
    if (value === null) return null;
    const read = asText(value);
    if (read === undefined) return wrong(name, "a text");
    return read.trim() === "" ? null : read;
  }

  function objectOf(name: string): JsonObject | null {
    const value = given(name);
    if (value === null) return null;
    return isJsonObject(value) ? value : wrong(name, "an object");
  }

  return {
    path,
    text,
    flag: (name, otherwise) => {
      const value = given(name);
      if (typeof value === "boolean") return value;
      if (value !== null) wrong(name, "true or false");
      return otherwise;
    },
    whole: (name) => {
      const value = given(name);
      if (value === null) return null;
      return typeof value === "number" && Number.isSafeInteger(value) ? value : wrong(name, "a whole number");
    },
    object: objectOf,
    members: (name) => {
      const inner = objectOf(name);
      return inner && membersOf(inner, { path: [...path, name], faults });
    },
    list: (name, needed) => {
      const value = given(name) ?? [];
      if (!Array.isArray(value)) wrong(name, "a list");
      else if (value.length === 0 && needed !== undefined) refuse(name, needed);
      return Array.isArray(value) ? value : [];
    },
    refuse,
  };
}

/** The members of each object of a list that stands at a path; what is no object is a fault and left out. */
export function membersOfEach(
  list: readonly JsonValue[],
  { path, faults }: { path: Path; faults: Faults },
): { members: Members; raw: JsonObject }[] {
  return list.flatMap((raw, place) => {
    if (isJsonObject(raw)) return [{ members: membersOf(raw, { path: [...path, place], faults }), raw }];
    faults.add([...path, place], "must be an object");
    return [];
  });
}
