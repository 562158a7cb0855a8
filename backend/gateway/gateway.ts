import { HELD_LIMITS } from "@common/limits/held";
import type { Logger } from "pino";
import type { Engine } from "../engine/port";
import { createGeoPlaces } from "./resources/analytics/geo/places";
import { createAnalytics } from "./resources/analytics/analytics";
import type { AnalyticsLimits } from "./resources/analytics/sums/retention";
import { createSums } from "./resources/analytics/sums/sums";
import { analyticsRoutes } from "./resources/analytics/routes";
import { createAuthors } from "./platform/access/runs-as";
import { createRateLimits } from "./platform/access/rate-limits";
import { addressBehind } from "./platform/access/sources";
import { createAuthenticate } from "./platform/auth/authenticate";
import { createPasswordCheck } from "./platform/auth/passwords";
import { createWrongPasswords, type WrongPasswordLimits } from "./platform/auth/wrong-passwords";
import { metricsRoute } from "./resources/overview/cluster/metrics-route";
import { clusterRoutes } from "./resources/overview/cluster/routes";
import { createForward, elasticsearchRoutes } from "./resources/data/elasticsearch/routes";
import { createReaders } from "./platform/fields/readers";
import { createFieldViews } from "./platform/fields/views";
import { gradeRoutes } from "./resources/search-relevance/grades/routes";
import { createGradeStore } from "./resources/search-relevance/grades/store";
import { createHeldOpen } from "./platform/held/held-open";
import { createShares } from "./platform/held/shares";
import { createBodyBudget } from "./platform/http/body-budget";
import { createInnerCall } from "./platform/http/inner-call";
import { createRouter, type Router } from "./platform/http/router";
import { createGatewayServer, type GatewayServer } from "./platform/http/server";
import type { Context, Readiness, Route } from "./platform/http/types";
import { createReIndexed } from "./resources/indices/re-indexed";
import { indexListRoutes } from "./resources/indices/routes";
import { logFigureRoutes } from "./resources/data/logs/figures";
import { createLogIndex } from "./resources/data/logs/log-index";
import { logReportRoutes } from "./resources/data/logs/reports";
import type { LogLimits } from "./resources/data/logs/limits";
import { createRetention, retentionRoutes } from "./resources/data/logs/retention";
import { logRoutes } from "./resources/data/logs/routes";
import { createMaskingKeeper } from "./resources/data/masking/keeper";
import { credentialRoutes } from "./resources/access-control/credentials/routes";
import { tryRoute } from "./resources/access-control/credentials/try";
import { createCredentialStore } from "./resources/access-control/credentials/store";
import { planRoutes } from "./resources/billing/plan/routes";
import { publicKeyRoutes } from "./resources/access-control/public-key/routes";
import { createPublicKeyStore } from "./resources/access-control/public-key/store";
import { createEndpointAccess, type EndpointRule } from "./resources/data/reactivesearch/endpoint-access";
import { reactivesearchRoutes } from "./resources/data/reactivesearch/routes";
import { createRunSearch } from "./resources/data/reactivesearch/run";
import { createRecorder } from "./platform/recording/recorder";
import { reindexRoutes, reindexService } from "./resources/indices/reindex/routes";
import { createWrites } from "./resources/indices/reindex/writes";
import { createSettingsOfSearch } from "./resources/search-relevance/relevance/of-search";
import { relevanceRoutes } from "./resources/search-relevance/relevance/routes";
import { createRelevanceStore } from "./resources/search-relevance/relevance/store";
import { roleRoutes } from "./resources/access-control/roles/routes";
import { codeRoutes } from "./resources/ui-builder/code/routes";
import { createCodeStore } from "./resources/ui-builder/code/store";
import { pageRoutes } from "./resources/ui-builder/pages/routes";
import { createPageStore } from "./resources/ui-builder/pages/store";
import { searchBoxRoutes } from "./resources/ui-builder/search-boxes/routes";
import { ruleRoutes } from "./resources/search-relevance/rules/routes";
import { createRulesOfSearch } from "./resources/search-relevance/rules/search/rules-of-search";
import { createRuleFailures } from "./resources/search-relevance/rules/failures";
import { createCronKeeper } from "./resources/search-relevance/rules/cron/keeper";
import { createScripts } from "./resources/search-relevance/rules/scripts/service";
import { createRuleStore } from "./resources/search-relevance/rules/store";
import { secondFactorRoutes } from "./resources/access-control/second-factor/routes";
import { moveKey } from "./resources/access-control/second-factor/move-key";
import { createOwnKey } from "./resources/access-control/second-factor/own-key";
import { createSecondFactors } from "./resources/access-control/second-factor/service";
import { createFactorStore } from "./resources/access-control/second-factor/store";
import type { Services } from "./services";
import { requireNoMove } from "./platform/store/moves";
import { prepareSystemIndices } from "./platform/store/prepare-system-indices";
import { SYSTEM } from "./platform/store/system-indices";
import type { EngineConnection } from "./resources/pipelines/connection/choice";
import { connectionRoutes } from "./resources/pipelines/connection/routes";
import { createPipelines } from "./resources/pipelines/pipelines";
import { createGlobalEnvs } from "./resources/pipelines/store/global-envs";
import { createPipelineStore } from "./resources/pipelines/store/store";
import { createSystemPlaces } from "./platform/store/system-places";
import { createSyncStore, syncRoutes } from "./resources/access-control/sync/routes";
import { storedQueryRoutes } from "./resources/data/stored-queries/routes";
import { createStoredQueryStore } from "./resources/data/stored-queries/store";
import { suggestionRoutes } from "./resources/search-relevance/suggestions/routes";
import { createInSearches } from "./resources/search-relevance/suggestions/in-searches/in-searches";
import { createSuggestions } from "./resources/search-relevance/suggestions/suggestions";
import { createSynonymsOfSearch } from "./resources/search-relevance/synonyms/of-search";
import { synonymRoutes } from "./resources/search-relevance/synonyms/routes";
import { createSynonymStore } from "./resources/search-relevance/synonyms/store";
import { hasTemplateOfAnother, installTemplate } from "./resources/indices/template/install";
import { userRoutes } from "./resources/access-control/users/routes";
import { createUserStore } from "./resources/access-control/users/store";

/**
 * What an operator may set: where `endpoint` queries may go, bytes of request bodies held at once, ms that a body may
 * stand still, what the request log and analytics keep, what second factors are sealed with.
 */
export type GatewaySettings = {
  endpointUrls?: readonly EndpointRule[] | undefined;
  maxBodies?: number | undefined;
  bodyIdle?: number | undefined;
  logLimits?: LogLimits | undefined;
  analyticsLimits?: AnalyticsLimits | undefined;
  secondFactorSecrets?: readonly string[] | undefined;
  /** Where the key of second factors lies that stands behind those, made at the first use. */
  secondFactorKey?: string | undefined;
  wrongPasswords?: WrongPasswordLimits | undefined;
  /** A data file by which addresses of visitors become countries. */
  geoFile?: string | undefined;
  /** The built program of threads that run scripts of rules, and where those may fetch from. */
  scriptWorker?: (() => Promise<URL> | URL) | undefined;
  scriptUrls?: readonly EndpointRule[] | undefined;
  /** Pipelines without the stage `authorization` answer everybody, as their author without his admin's rights. */
  openPipelines?: boolean | undefined;
  /** Which engine it is, and whether a call may change that. */
  connection?: EngineConnection | undefined;
  /**
   * Networks of consoles and balancers: their X-Forwarded-For tells who tries passwords; what they send without one
   * they count themselves.
   */
  trusted?: readonly string[] | undefined;
};

/** The console bundled with it runs on the same machine. */
const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/** Every route of the back end. A resource adds its own table here. */
export function routesOf(services: Services): Route[] {
  return assemble(services).routes;
}

/** The routes, and the pipelines that come before them; `now` is the clock of those that run by it. */
export function assemble(services: Services, { now }: { now?: () => number } = {}) {
  const analytics = createAnalytics(services);
  const forward = createForward(services, analytics);
  // What may be tried, and called by another call, is every route, that of trying too.
  let table: Router | null = null;
  const router: Router = (method, segments) => (table ??= createRouter(routes))(method, segments);
  const innerCall = createInnerCall({ ...services, router });
  const pipelines = createPipelines({
    ...services,
    innerCall,
    router,
    service: analytics.service,
    isOpen: services.openPipelines,
    now,
  });
  const routes: Route[] = [
    ...pipelines.routes,
    ...clusterRoutes(services),
    metricsRoute(services),
    ...planRoutes(services),
    ...connectionRoutes(services),
    ...userRoutes(services),
    ...secondFactorRoutes(services),
    ...credentialRoutes(services),
    ...roleRoutes(services),
    ...publicKeyRoutes(services),
    ...reactivesearchRoutes({ ...services, innerCall }, analytics),
    ...analyticsRoutes(analytics),
    ...syncRoutes(services),
    ...logReportRoutes(services),
    ...logFigureRoutes(services),
    ...retentionRoutes(services),
    ...logRoutes(services),
    ...indexListRoutes(services),
    ...reindexRoutes(services),
    ...storedQueryRoutes(services, forward),
    ...relevanceRoutes(services),
    ...suggestionRoutes(services),
    ...searchBoxRoutes(services),
    ...pageRoutes(services),
    ...codeRoutes(services),
    ...ruleRoutes({ ...services, innerCall }),
    ...synonymRoutes(services),
    ...gradeRoutes({ ...services, run: createRunSearch({ ...services, innerCall }, createRulesOfSearch(services)) }),
    ...elasticsearchRoutes(forward, services),
    tryRoute(services, router),
  ];
  return { routes, pipelines };
}

/** Where nobody starts the back end again, or the operator has said which engine it is. */
export const ENGINE_IS_SET =
  "the search engine of this server is set by ENGINE_URL, ENGINE_USERNAME and ENGINE_PASSWORD when it starts; no call changes it";

/** Builds what the routes share, over an engine. */
export function createServices({
  engine,
  log,
  endpointUrls = [],
  logLimits,
  analyticsLimits,
  secondFactorSecrets = [],
  secondFactorKey,
  geoFile,
  scriptWorker = () => new URL("./script-worker.js", import.meta.url),
  scriptUrls = [],
  openPipelines = false,
  connection = { fixed: ENGINE_IS_SET },
}: { engine: Engine; log: Logger } & Pick<
  GatewaySettings,
  | "endpointUrls"
  | "logLimits"
  | "analyticsLimits"
  | "secondFactorSecrets"
  | "secondFactorKey"
  | "geoFile"
  | "scriptWorker"
  | "scriptUrls"
  | "openPipelines"
  | "connection"
>): Services {
  const places = createSystemPlaces();
  const sums = createSums({ engine, places, log, limits: analyticsLimits });
  const suggestions = createSuggestions({ engine, places, sums, log });
  const storedQueries = createStoredQueryStore({ engine, places });
  const retention = createRetention({ engine, places, usual: logLimits });
  const logIndex = createLogIndex({ engine, places, limits: retention.get });
  const relevance = createRelevanceStore({ engine, places });
  const synonyms = createSynonymStore({ engine, places });
  const reIndexed = createReIndexed(engine);
  const users = createUserStore({ engine, places });
  const credentials = createCredentialStore({ engine, places });
  const readers = createReaders(createFieldViews(engine));
  const ownKey = createOwnKey(secondFactorKey);
  const factorSecrets = () => [...secondFactorSecrets, ownKey()];
  return {
    engine,
    places,
    log,
    logIndex,
    retention,
    masking: createMaskingKeeper({ engine, places, log }),
    reIndexed,
    readers,
    recorder: createRecorder({ engine, index: logIndex, log, behind: reIndexed.behindAliases }),
    geo: createGeoPlaces({ file: geoFile, log }),
    sums,
    suggestions,
    suggestionsInSearches: createInSearches({ engine, places, sums, log, readers, suggestions, storedQueries }),
    pages: createPageStore({ engine, places }),
    pageCode: createCodeStore({ engine, places }),
    sync: createSyncStore({ engine, places }),
    users,
    factorSecrets,
    secondFactors: createSecondFactors({ store: createFactorStore({ engine, places, secrets: factorSecrets }) }),
    credentials,
    authors: createAuthors({ users, credentials }),
    publicKeys: createPublicKeyStore({ engine, places }),
    storedQueries,
    grades: createGradeStore({ engine, places }),
    relevance,
    settingsOfSearch: createSettingsOfSearch({ engine, relevance }),
    rules: createRuleStore({ engine, places }),
    ruleFailures: createRuleFailures({ engine, places, log }),
    scripts: createScripts({ program: scriptWorker, access: createEndpointAccess(scriptUrls) }),
    synonyms,
    synonymsOfSearch: createSynonymsOfSearch({ engine, synonyms }),
    checkPassword: createPasswordCheck(),
    rateLimits: createRateLimits(),
    endpoints: createEndpointAccess(endpointUrls),
    pipelines: createPipelineStore({ engine, places }),
    globalEnvs: createGlobalEnvs({ engine, places }),
    openPipelines,
    connection,
    held: createHeldOpen({ engine }),
    writes: createWrites({
      engine,
      locks: () => places.of(SYSTEM.locks).definition.name,
      noted: () => places.of(SYSTEM.reindexDeletions).definition.name,
    }),
  };
}

/**
 * Makes the system indices that are missing and migrates older ones; writes the template of new indices, unless a
 * ReactiveSearch server that shares the engine has one. Throws `MoveUnfinishedError`, `NewerSystemIndexError` and
 * `SystemIndexInTheWayError`, before it changes anything.
 */
export async function prepareServices(services: Services): Promise<void> {
  const { engine, places, log } = services;
  await requireNoMove({ engine, log });
  const found = await prepareSystemIndices({ engine, log });
  places.settle(found);
  await moveKey({ engine, places, log, secrets: services.factorSecrets });
  const shared = found.flatMap(({ form, definition }) => (form === "server" ? [definition.name] : []));
  const besides = found.flatMap(({ key, definition }) => (key === definition.name ? [] : [definition.name]));
  const isGuest = shared.length + besides.length > 0;
  if (isGuest)
    log.info(
      { shared, beside: besides },
      "a ReactiveSearch server has been on this cluster: its users and credentials are used as they stand, and what only we keep goes beside",
    );
  if (!isGuest || !(await hasTemplateOfAnother(engine))) await installTemplate(engine);
  await reindexService(services)
    .recover()
    .catch((error: unknown) => log.warn({ err: error }, "re-indexing that was left could not be looked for"));
}

/** The HTTP server over the services. Until `readiness` has no problem left every call is refused with 503. */
export function createGateway(
  services: Services,
  {
    maxBodies,
    bodyIdle,
    wrongPasswords,
    trusted = LOOPBACK,
    readiness = { problem: () => null },
  }: Pick<GatewaySettings, "maxBodies" | "bodyIdle" | "wrongPasswords" | "trusted"> & {
    readiness?: Readiness | undefined;
  } = {},
): GatewayServer {
  const { routes, pipelines } = assemble(services);
  const parts = {
    router: createRouter(routes),
    takeovers: pipelines.takeovers,
    authenticate: createAuthenticate({ ...services, wrongPasswords: createWrongPasswords(wrongPasswords) }),
    signInAddress: ({ headers, socketAddress }: Pick<Context, "headers" | "socketAddress">) =>
      addressBehind({ headers, socketAddress, trusted }),
    users: services.users,
    secondFactors: services.secondFactors,
    rateLimits: services.rateLimits,
    calls: createShares({ most: HELD_LIMITS.callsOfOne.most, what: "calls under way" }),
    recorder: services.recorder,
    bodies: createBodyBudget(maxBodies),
    bodyIdle,
    readiness,
  };
  const server = createGatewayServer({ parts, log: services.log });
  services.suggestions.keeper.start();
  const cron = createCronKeeper(services);
  cron.start();
  pipelines.clock.start();
  return {
    listen: server.listen,
    close: async () => {
      await server.close();
      cron.close();
      await pipelines.close();
      await services.masking.close();
      await services.suggestions.keeper.close();
      await services.sums.keeper.close();
      await services.recorder.close();
      await services.logIndex.close();
      await services.endpoints.close();
      await services.scripts.close();
      await services.ruleFailures.close();
      services.geo.close();
    },
  };
}
