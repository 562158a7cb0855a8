import { isJsonObject, stringifyJson } from "@common/text/json";
import { badRequest } from "@backend/gateway/platform/http/errors";
import type { AnalyticsService } from "@backend/gateway/resources/analytics/service";
import { beginRecording } from "@backend/gateway/resources/data/reactivesearch/record-search";
import { objectIn } from "../run/context";
import type { StageWork } from "../run/types";
import { letInOf, searchOf } from "./signed";

/**
 * Records the search that was answered, with its id in the answer, unless its request says that it is not to be
 * recorded.
 */
export function recordAnalytics(service: AnalyticsService): StageWork {
  return async (run) => {
    const { translated, found } = run.state.search;
    if (translated === null || found === null) throw badRequest("no search was answered that could be recorded");
    const { caller, viewer } = letInOf(run);
    if (run.isTrial || viewer !== undefined) return undefined;
    const { prepared } = translated;
    if (prepared.asked.settings.recordAnalytics === false) return undefined;
    const asked = { ...prepared.asked, settings: { ...prepared.asked.settings, recordAnalytics: true } };
    const context = { ...searchOf(run), caller, headers: run.context.headers, record: run.context.record };
    const recording = beginRecording({ service, context, prepared: { ...prepared, asked } });
    const id = (await recording?.id()) ?? null;
    if (recording === null || id === null) return undefined;
    recording.keep(id, found);
    const { response } = run.state;
    if (response === null) return id;
    const answer = objectIn(response.body);
    const settings = answer?.["settings"];
    const told =
      answer === null
        ? response.body
        : stringifyJson({
            ...answer,
            settings: { ...(settings !== undefined && isJsonObject(settings) ? settings : {}), queryId: id },
          });
    const search = { ...run.state.search, unrecorded: response };
    run.state = {
      ...run.state,
      search,
      response: { ...response, headers: { ...response.headers, "X-Search-Id": id }, body: told },
    };
    return id;
  };
}
