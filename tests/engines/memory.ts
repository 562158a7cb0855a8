import type { JsonObject } from "@common/json";
import { isJsonObject, parseJson, stringifyJson } from "@common/json";
import { createAnalysis } from "@backend/engine/embedded/analysis/create-analysis";
import { EngineError, indexNotFound } from "@backend/engine/embedded/errors";
import { RawJson, type AnswerValue } from "@backend/engine/embedded/http/raw-json";
import type { EngineState, RouteContext } from "@backend/engine/embedded/http/types";
import type { EmbeddedIndex } from "@backend/engine/embedded/index/types";
import { createMapping } from "@backend/engine/embedded/mapping/create-mapping";
import { routes } from "@backend/engine/embedded/search/routes";
import { layoutFor } from "@backend/engine/embedded/store/layout";
import { snapshotOf, type MemoryDocument } from "@backend/engine/embedded/store/memory";
import type { Engine, EngineRequest } from "@backend/engine/port";
import type { Fixture } from "./types";

/** Documents of one segment of a fixture: several, so that statistics and ties are taken across segments. */
const PER_SEGMENT = 1500;

function indexOf(fixture: Fixture): EmbeddedIndex {
  const analysis = createAnalysis(fixture.settings ?? {});
  let mapping = createMapping({ definition: fixture.mappings ?? {}, analysis });
  const documents = fixture.documents.map(({ id, source }): MemoryDocument => {
    const text = stringifyJson(source);
    const value = parseJson(text);
    const parsed = mapping.parseDocument(isJsonObject(value) ? value : {});
    if (parsed.mapping) mapping = parsed.mapping;
    return { id, source: text, fields: parsed.fields };
  });
  const size = Math.max(1, Math.min(PER_SEGMENT, Math.ceil(documents.length / 2)));
  const lists = Array.from({ length: Math.ceil(documents.length / size) }, (_, at) => documents.slice(at * size, (at + 1) * size));
  const snapshot = snapshotOf(lists, { layout: (path) => layoutFor(mapping, path) });
  return { name: fixture.index, uuid: `uuid-${fixture.index}`, createdAt: 0, state: "open", settings: new Map(), aliases: new Map(), mapping, analysis, snapshot: () => snapshot };
}

function plain(value: AnswerValue): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(plain).join(",")}]`;
  if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    return `{${Object.entries(value).filter(([, inner]) => inner !== undefined).map(([key, inner]) => `${JSON.stringify(key)}:${plain(inner)}`).join(",")}}`;
  }
  return stringifyJson(value);
}

function contextOf(engine: EngineState, request: EngineRequest, params: Record<string, string>): RouteContext {
  const query = request.query ?? {};
  const text = typeof request.body === "string" ? request.body : "";
  const json = () => (text.trim() === "" ? undefined : parseJson(text));
  return {
    engine, method: request.method, path: request.path, params, query, body: new TextEncoder().encode(text), text: () => text, json,
    object: () => {
      const value = json();
      return isJsonObject(value) ? value : {};
    },
    flag: (name, otherwise) => (query[name] === undefined ? otherwise : query[name] !== "false"),
    integer: (name, otherwise) => (query[name] === undefined ? otherwise : Number(query[name])),
    signal: new AbortController().signal,
  };
}

/** The search routes over fixtures in memory: no files, no HTTP. */
export function memoryEngine(fixtures: readonly Fixture[]): Engine {
  const indices = new Map(fixtures.map((fixture) => [fixture.index, indexOf(fixture)]));
  const state: EngineState = {
    indices: {
      resolve(expression) {
        if (expression === undefined || expression === "_all" || expression === "*") return [...indices.values()].map((index) => ({ index }));
        return expression.split(",").map((name) => {
          const index = indices.get(name);
          if (!index) throw indexNotFound(name);
          return { index };
        });
      },
    },
  };
  return async (request) => {
    const parts = request.path.split("/").slice(1).map(decodeURIComponent);
    for (const route of routes) {
      const wanted = route.path.split("/").slice(1);
      if (!route.methods.some((method) => method === request.method) || wanted.length !== parts.length) continue;
      if (!wanted.every((part, at) => part.startsWith("{") ? !parts[at]!.startsWith("_") : part === parts[at])) continue;
      const params = Object.fromEntries(wanted.flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), parts[at]!]] : [])));
      try {
        const answer = await route.handler(contextOf(state, request, params));
        return { status: answer.status ?? 200, contentType: "application/json", body: plain(answer.body) };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return { status: error.status, contentType: "application/json", body: stringifyJson(error.toBody()) };
      }
    }
    return { status: 405, contentType: "application/json", body: "{}" };
  };
}

export type { JsonObject };
