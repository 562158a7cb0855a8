import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { flattenSettings } from "~/lib/indices/index-settings";
import type { Change, ChangeRequest } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { getTemplate, type TemplateRef, templatePath, templateText } from "./read.server";

/** What is stored after a change, in the engine's own form: what an undo compares with. Null after a deletion. */
type Stored = { text: string; version: string } | null;

/** The version of what is not stored. */
const NONE = "";

const nouns = { composable: "index template", legacy: "legacy template", component: "component template" } as const;
export const nounOf = ({ kind }: TemplateRef) => nouns[kind];

async function storedNow(http: BackendClient, ref: TemplateRef): Promise<Stored> {
  const found = await getTemplate({ http }, ref);
  return found === undefined ? null : templateText(found);
}

const settingsOf = (value: JsonValue | undefined) => flattenSettings(isJsonObject(value) ? value : {});

/**
 * `text` where an engine's template is the same, whose settings it writes in a form of its own; what is stored where it
 * is another one.
 */
function takenAs(stored: string, text: string): string {
  const [now, meant] = [parseJson(stored), parseJson(text)];
  if (!isJsonObject(now) || !isJsonObject(meant)) return stored;
  const partsOf = (template: JsonObject) => (isJsonObject(template["template"]) ? template["template"] : template);
  const [{ settings: kept }, { settings }] = [partsOf(now), partsOf(meant)];
  return isDeepStrictEqual(settingsOf(kept), settingsOf(settings))
    ? stringifyJson(withSettings(now, settings))
    : stored;
}

function withSettings(template: JsonObject, settings: JsonValue | undefined): JsonObject {
  const inner = template["template"];
  const put = (part: JsonObject) => (settings === undefined ? part : { ...part, settings });
  return isJsonObject(inner) ? { ...template, template: put(inner) } : put(template);
}

type Declared = {
  ref: TemplateRef;
  verb: Change["verb"];
  request: ChangeRequest;
  before: string | null;
  after: string | null;
  version: string | undefined;
};

function changeOf({ ref, verb, request, before, after, version }: Declared): Change<Stored> {
  return {
    resource: { kind: "template", id: `${ref.kind}/${ref.name}`, name: ref.name },
    verb,
    noun: nounOf(ref),
    right: "indices:write",
    request,
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
    // Only for what sends the request as it is; `call` takes what is stored afterwards.
    read: (answer) => {
      requireDone(answer);
      return null;
    },
    async call(http) {
      const stored = version === undefined ? null : await storedNow(http, ref);
      if (version !== undefined && (stored?.version ?? NONE) !== version)
        throw http.conflict(request, `Template ${ref.name} was changed in the meantime.`);
      requireDone(await http.send(request));
      return after === null ? null : storedNow(http, ref);
    },
    stored: (_http, now) => Promise.resolve(after === null ? undefined : now && takenAs(now.text, after)),
    undo: (now) => ({ kind: "set-template", value: { ...ref, before, version: now?.version ?? NONE } }),
  };
}

const put = (ref: TemplateRef, { text, create }: { text: string; create: boolean }): ChangeRequest => ({
  method: "PUT",
  path: templatePath(ref),
  ...(create ? { query: { create: true } } : {}),
  body: text,
  contentType: "application/json",
});

/** Creates a template from its JSON. Refused with 400 where there is one of that name. */
export function toCreateTemplate(ref: TemplateRef, text: string): Change<Stored> {
  return changeOf({
    ref,
    verb: "create",
    request: put(ref, { text, create: true }),
    before: null,
    after: text,
    version: undefined,
  });
}

/** Replaces a template. Refused with 409 where it is not at `version` any more. */
export function toSaveTemplate(
  ref: TemplateRef,
  { text, before, version }: { text: string; before: string | null; version: string },
): Change<Stored> {
  return changeOf({ ref, verb: "update", request: put(ref, { text, create: false }), before, after: text, version });
}

/** Deletes a template. Refused with 409 where it is not at `version` any more. */
export function toDeleteTemplate(
  ref: TemplateRef,
  { text, version }: { text: string; version: string },
): Change<Stored> {
  return changeOf({
    ref,
    verb: "delete",
    request: { method: "DELETE", path: templatePath(ref) },
    before: text,
    after: null,
    version,
  });
}
