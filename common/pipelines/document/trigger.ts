import type { PipelineTrigger } from "./types";
import { quoted } from "./faults";
import type { Members } from "./members";

/** What may make a pipeline answer. */
export const TRIGGER_TYPES = [
  "always",
  "filter",
  "index",
  "query",
  "cron",
] as const satisfies readonly PipelineTrigger["type"][];

function typeOf(trigger: Members, expression: string): PipelineTrigger["type"] {
  const given = trigger.text("type");
  // A condition alone is meant to be asked.
  if (given === null) return expression === "" ? "always" : "filter";
  const type = TRIGGER_TYPES.find((one) => one === given);
  if (type) return type;
  trigger.refuse("type", `${quoted(given)} is none of ${TRIGGER_TYPES.join(", ")}`);
  return "always";
}

function timeframeOf(trigger: Members): PipelineTrigger["timeframe"] {
  const timeframe = trigger.members("timeframe");
  if (!timeframe) return null;
  const start = timeframe.whole("start_time");
  // Clients send 0 for "without end".
  const end = timeframe.whole("end_time") || null;
  if (start === null && end === null) return null;
  if (end !== null && end < (start ?? 0)) timeframe.refuse("end_time", "lies before start_time");
  return { start: start ?? 0, end };
}

/** When a pipeline answers; always where it does not say. */
export function readTrigger(pipeline: Members): PipelineTrigger {
  const trigger = pipeline.members("trigger");
  if (!trigger) return { type: "always", expression: "", timeframe: null };
  const expression = trigger.text("expression") ?? "";
  const type = typeOf(trigger, expression);
  if (type === "cron" && expression === "")
    trigger.refuse("expression", "a trigger of the type cron needs a cron line");
  return { type, expression, timeframe: timeframeOf(trigger) };
}
