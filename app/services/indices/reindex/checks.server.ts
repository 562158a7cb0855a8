import { holds } from "~/lib/access-control/product";
import { countOf, formatBytes } from "~/lib/values/numbers";
import { aliasesOf } from "~/services/indices/aliases/read.server";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { getNodes } from "~/services/overview/nodes.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { settle } from "~/services/platform/http/settle.server";
import { getIndex } from "~/services/indices/get.server";
import type { IndexRow } from "~/services/indices/index-row";
import type { Scope } from "~/session/scope.server";
import { copiesData, type CopyPlan, needsTarget } from "./plan";
import { COPIED, isCopied } from "./running.server";

/** What is looked at before a copy starts. `bad` is in the way, `warn` is not known or for the reader to judge. */
export type Check = {
  key: "source" | "running" | "jobs" | "target" | "disk" | "aliases";
  tone: "good" | "warn" | "bad";
  label: string;
  detail: string;
};

const MOST_NAMED = 5;
const list = new Intl.ListFormat("en");

function sourceCheck({ name, open, documents, bytes }: IndexRow): Check {
  const check = { key: "source", label: `Source ${name}` } as const;
  if (!open) return { ...check, tone: "bad", detail: "The index is closed. Open it first." };
  const facts = [
    documents === null ? undefined : countOf(documents, "document"),
    bytes === null ? undefined : formatBytes(bytes),
  ];
  return { ...check, tone: "good", detail: facts.filter((fact) => fact !== undefined).join(", ") || "There." };
}

/** In the way where an index is being re-indexed or copied; null where it is not. */
export async function runningCheck(scope: Scope, index: string): Promise<Check | null> {
  return (await isCopied(scope, index))
    ? { key: "running", label: `Index ${index}`, tone: "bad", detail: COPIED }
    : null;
}

function jobsCheck({ context }: Scope): Check | null {
  if (!getJobs(context).runner.isFull()) return null;
  return {
    key: "jobs",
    label: "Jobs",
    tone: "bad",
    detail: "Too many are waiting. Try again when some have finished.",
  };
}

async function targetCheck(scope: Scope, plan: CopyPlan): Promise<Check | null> {
  const { target, source } = plan;
  if (target === null) return null;
  const check = { key: "target", label: `Target ${target}` } as const;
  if (target === source) return { ...check, tone: "bad", detail: "This is the source itself. Choose another name." };
  try {
    const found = await getIndex(scope, target);
    if (needsTarget(plan)) {
      if (found === undefined)
        return {
          ...check,
          tone: "bad",
          detail: "There is no index of this name. Documents alone can only be copied into an index that exists.",
        };
      if (!found.open) return { ...check, tone: "bad", detail: "The index is closed. Open it first." };
      return {
        ...check,
        tone: "warn",
        detail: `${countOf(found.documents ?? 0, "document")}. Those with the same ID will be overwritten. If it fails or is cancelled, what was copied until then stays.`,
      };
    }
    return found === undefined
      ? { ...check, tone: "good", detail: "The name is free." }
      : { ...check, tone: "bad", detail: "An index of this name already exists. Choose another name." };
  } catch (error) {
    if (!isBackendError(error) || error.failure.kind !== "not-allowed") throw error;
    return { ...check, tone: "bad", detail: "Access denied: your permissions do not cover this name." };
  }
}

async function diskCheck(scope: Scope, { bytes }: IndexRow): Promise<Check> {
  const check = { key: "disk", label: "Disk space" } as const;
  const nodes = await settle(getNodes(scope));
  const free = nodes.ok ? nodes.value.bytesFree : null;
  if (free === null || bytes === null)
    return { ...check, tone: "warn", detail: "Not known. The copy needs about as much space as the source." };
  const detail = `${formatBytes(bytes)} needed, ${formatBytes(free)} free.`;
  return free < bytes
    ? { ...check, tone: "bad", detail: `${detail} Free disk space first.` }
    : { ...check, tone: "good", detail };
}

/** Said where the server may drop names of the index when it puts the new one in its place; the job adds them again. */
async function aliasesCheck({ http, identity }: Scope, { source, target }: CopyPlan): Promise<Check | null> {
  if (target !== null || holds(identity.product, "further-aliases")) return null;
  const check = { key: "aliases", label: "Aliases", tone: "warn" } as const;
  const found = await settle(aliasesOf({ http }, source));
  if (!found.ok)
    return {
      ...check,
      detail: "Not known. This server may drop all aliases but one: write them down, and add them again afterwards.",
    };
  const names = Object.keys(found.value);
  const further = names.filter((name) => name !== source);
  if (further.length === 0) return null;
  const most = names.length > further.length ? [...further, source] : further;
  const listed = most.length > MOST_NAMED ? [...most.slice(0, MOST_NAMED), `${most.length - MOST_NAMED} more`] : most;
  return {
    ...check,
    detail: `This server may drop ${list.format(listed)} at the end. The job adds them again; until then, searches by these names fail.`,
  };
}

/** What has to be right before a copy starts, asked for now. Throws BackendError where the server cannot be asked. */
export async function checkCopy(scope: Scope, { plan, row }: { plan: CopyPlan; row: IndexRow }): Promise<Check[]> {
  const checks = await Promise.all([
    Promise.resolve(sourceCheck(row)),
    runningCheck(scope, plan.source),
    Promise.resolve(jobsCheck(scope)),
    targetCheck(scope, plan),
    copiesData(plan) ? diskCheck(scope, row) : Promise.resolve(null),
    aliasesCheck(scope, plan),
  ]);
  return checks.filter((check) => check !== null);
}
