import { registerUndoKinds } from "~/services/platform/changes/undo-kinds.server";
import { registerJobKinds } from "~/services/platform/jobs/kinds.server";
import { accessUndoKinds } from "./access-control/undo.server";
import { analyticsUndoKinds } from "./analytics/undo.server";
import { deleteByQueryKind } from "./data/documents/delete-by-query/kind.server";
import { documentUndoKinds } from "./data/documents/undo.server";
import { updateByQueryKind } from "./data/documents/update-by-query/kind.server";
import { importKind } from "./data/import/run/kind.server";
import { setUpSearch } from "./data/import/run/set-up.server";
import { logUndoKinds } from "./data/logs/undo.server";
import { storedQueryUndoKinds } from "./data/stored-queries/undo.server";
import { aliasUndoKinds } from "./indices/aliases/undo.server";
import { cloneKind, reindexKind } from "./indices/reindex/job/kind.server";
import { settingUndoKinds } from "./indices/settings/undo.server";
import { templateUndoKinds } from "./indices/templates/undo.server";
import { indexUndoKinds } from "./indices/undo.server";
import { globalEnvUndoKinds } from "./pipelines/envs/undo.server";
import { pipelineSampleUndoKinds } from "./pipelines/samples/undo.server";
import { pipelineUndoKinds } from "./pipelines/undo.server";
import { testUndoKinds } from "./search-relevance/relevance-tests/undo.server";
import { ruleUndoKinds } from "./search-relevance/rules/undo.server";
import { relevanceUndoKinds } from "./search-relevance/undo.server";

/**
 * Tells the jobs and the change log what each thing brings: its kinds of jobs and its ways back. Called once when the
 * console starts, before anything asks for them; what is below (`platform/`) knows no thing by itself.
 */
export function registerKinds() {
  registerJobKinds([importKind({ setUp: setUpSearch }), deleteByQueryKind, updateByQueryKind, reindexKind, cloneKind]);
  registerUndoKinds({
    ...documentUndoKinds,
    ...indexUndoKinds,
    ...aliasUndoKinds,
    ...templateUndoKinds,
    ...settingUndoKinds,
    ...storedQueryUndoKinds,
    ...logUndoKinds,
    ...analyticsUndoKinds,
    ...relevanceUndoKinds,
    ...ruleUndoKinds,
    ...testUndoKinds,
    ...pipelineUndoKinds,
    ...pipelineSampleUndoKinds,
    ...globalEnvUndoKinds,
    ...accessUndoKinds,
  });
}
