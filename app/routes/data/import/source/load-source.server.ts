import type { Scope } from "~/session/scope.server";
import { listDrafts } from "~/services/data/import/drafts.server";
import { getImports } from "~/services/data/import/imports.server";
import { getExistingFields } from "~/services/data/import/send/prepare-index.server";
import { getIndex } from "~/services/indices/get.server";
import { pasteConstraint } from "./source-forms.server";

const RECENT = 10;

/**
 * What the first step shows: the index where there is one, uploads that were not started, and what was imported lately.
 */
export async function loadSource(scope: Scope) {
  const target = scope.level === "app" ? await targetOf(scope) : { app: null, isNew: false, isClosed: false, jobs: [] };
  const drafts = (await listDrafts(scope)).map(({ id, app, name, size, created, username }) => ({
    id,
    app,
    name,
    size,
    created,
    username,
  }));
  return { ...target, constraint: pasteConstraint, drafts, gate: scope.may("imports:write") };
}

async function targetOf(scope: Scope & { app: string }) {
  const existing = await getExistingFields(scope);
  // A closed index still tells its fields.
  const row = existing && (await getIndex(scope, scope.app));
  const jobs = getImports(scope.context).store.list({ url: scope.session.url, app: scope.app, limit: RECENT });
  return {
    app: scope.app,
    isNew: existing === null,
    isClosed: row?.open === false,
    jobs: jobs.map(({ id, name, state, indexed, failed, created, username }) => ({
      id,
      name,
      state,
      indexed,
      failed,
      created,
      username,
    })),
  };
}
