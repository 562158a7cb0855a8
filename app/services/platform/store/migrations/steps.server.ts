import type { Migration } from "./migrate.server";
import { firstTables } from "./v1-first-tables.server";
import { jobs } from "./v2-jobs.server";
import { changes } from "./v3-changes.server";
import { requestConsole } from "./v4-console.server";
import { signIns } from "./v5-sign-ins.server";
import { sharedLinks } from "./v6-shared-links.server";
import { reportMails } from "./v7-report-mails.server";
import { relevanceTests } from "./v8-relevance-tests.server";
import { relevanceDrafts } from "./v9-relevance-drafts.server";
import { relevanceVersions } from "./v10-relevance-versions.server";
import { mailAddresses } from "./v11-mail-addresses.server";
import { oidcChecks } from "./v12-oidc-checks.server";
import { stockNotes } from "./v13-stock-notes.server";
import { relevanceRuns } from "./v14-relevance-runs.server";
import { relevanceSchedules } from "./v15-relevance-schedules.server";
import { pipelineSamples } from "./v16-pipeline-samples.server";

/**
 * All steps, oldest first, numbered from 1 without a gap. To add one: a file beside this, a line here, and a fixture of
 * the version before (see docs/use/jobs.md).
 */
export const steps: readonly Migration[] = [
  firstTables,
  jobs,
  changes,
  requestConsole,
  signIns,
  sharedLinks,
  reportMails,
  relevanceTests,
  relevanceDrafts,
  relevanceVersions,
  mailAddresses,
  oidcChecks,
  stockNotes,
  relevanceRuns,
  relevanceSchedules,
  pipelineSamples,
];
