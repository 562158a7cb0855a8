import type { Config } from "~/server/config.server";
import { dueDay, type Schedule } from "~/lib/schedule/when";
import { getCredential } from "~/services/access-control/credentials/read.server";
import { createCredential, sealKept, unsealKept } from "~/services/analytics/shared-links/credential.server";
import { newLinkId } from "~/services/analytics/shared-links/store.server";
import type { Change } from "~/services/platform/changes/types";
import { requireDone } from "~/services/platform/http/done.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { testsOf } from "../changes.server";
import { addSchedule, deleteSchedule, type TestSchedule } from "./store.server";

const KIND = "test schedule";
const PURPOSE = "scheduled tests";

type Maker = Pick<Scope, "session" | "context">;

/**
 * What runs the tests of an index: it may search it and read its settings and its mapping, and nothing else, as long as
 * its maker may do so himself.
 */
const credentialOf = (index: string) => ({
  description: `Scheduled relevance tests of ${index}`,
  ops: ["read"],
  categories: ["reactivesearch", "searchrelevancy", "indices"],
  acls: ["mapping"],
  indices: [index],
  referers: ["*"],
  ttl: -1,
  bound_to_creator: true,
});

/** Why a second schedule of an index is refused. */
const taken = () =>
  new BackendError({
    failure: {
      ...{ kind: "status", status: 409, method: "WRITE", path: "console.db", requestId: "" },
      detail: "These tests run by a schedule already.",
    },
  });

/** Has the tests of an index run by the console itself: an API credential for it on the server, and when here. */
export function toCreateSchedule(
  scope: Maker,
  { index, ...when }: Schedule & { index: string },
): Change<{ id: string; credential: string }> {
  const { config } = scope.context;
  const request = { method: "POST", path: "/_permission", json: credentialOf(index) } as const;
  const id = newLinkId();
  const after = { ...when };
  return {
    resource: { kind: KIND, id, name: index, index },
    verb: "create",
    noun: KIND,
    right: "credentials:write",
    request,
    read: ({ failed }) => {
      throw failed("malformed");
    },
    after,
    stored: async (http, { credential }) => ((await getCredential({ http }, credential)) ? after : null),
    call: (http) =>
      createCredential({
        http,
        request,
        keep({ credential, password }) {
          const now = Date.now();
          const isKept = addSchedule(config, {
            ...{ id, ...when, server: testsOf(scope, index).server, index_name: index, credential },
            ...{ person: personOf(scope.session), created: now, done_day: dueDay(when, now) },
            sealed: sealKept({ config, purpose: PURPOSE }, { id, password }),
          });
          if (!isKept) throw taken();
          return { id, credential };
        },
      }),
  };
}

type Named = Pick<TestSchedule, "id" | "credential" | "index_name">;

/** Deletes the credential, then runs the tests no more. */
export function toDeleteSchedule({ context }: Maker, { id, credential, index_name: index }: Named): Change<void> {
  const request = { method: "DELETE", path: apiPath`/_permission/${credential}` } as const;
  return {
    resource: { kind: KIND, id, name: index, index },
    verb: "delete",
    noun: KIND,
    right: "credentials:write",
    request,
    read: requireDone,
    async call(http) {
      requireDone(await http.send(request));
      deleteSchedule(context.config, id);
    },
  };
}

/** The password that the tests are run with; undefined where it cannot be opened any more (another session secret). */
export const passwordOf = (config: Config, schedule: Pick<TestSchedule, "id" | "sealed">) =>
  unsealKept({ config, purpose: PURPOSE }, schedule)?.password;
