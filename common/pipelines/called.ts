import type { PipelineRoute, PipelineStage } from "./document/types";
import { stageNamed } from "./stages";

/** What a stage asks of this server: a path, and what the path names. */
export type Called = { path: string; method: string; indices: string[]; storedQuery: string | null };

const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** An index by its own name: a pattern, what is left out and what the context brings name none that could be opened. */
const isName = (name: string) => name !== "" && !/[*{}<>]|^[-_]/.test(name);

/**
 * The calls of this server that a stage makes, by the inputs that its kind marks (`calls`). Other addresses are none of
 * ours, and what `{{values}}` bring is known in a run alone.
 */
export function calledBy({ use, inputs }: Pick<PipelineStage, "use" | "inputs">): Called[] {
  const kind = use === null ? null : stageNamed(use);
  const method = text(inputs["method"]).toUpperCase() || "GET";
  return Object.entries(kind?.inputs ?? {}).flatMap(([name, { calls }]) => {
    const [path = ""] = text(inputs[name]).split(/[?#]/);
    if (calls !== true || !/^\/(?!\/)/.test(path)) return [];
    const segments = path.slice(1).split("/").map(decoded);
    const [first = "", second = ""] = segments;
    return [
      {
        path,
        method,
        indices: first.split(",").filter(isName),
        storedQuery: first === "_storedquery" && isName(second) && second !== "validate" ? second : null,
      },
    ];
  });
}

/** Whether a route answers a call: its method, and each segment, of which `{any}` is any one. */
export function isRouteOf(route: Pick<PipelineRoute, "method" | "path">, { method, path }: Called): boolean {
  const [given, wanted] = [path, route.path].map((one) => one.replace(/\/$/, "").split("/"));
  return (
    route.method === method &&
    given?.length === wanted?.length &&
    (wanted ?? []).every((segment, at) => /^\{.*\}$/.test(segment) || segment === given?.[at])
  );
}
