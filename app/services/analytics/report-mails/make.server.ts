import type { Config } from "~/server/config.server";
import type { Change } from "~/services/platform/changes/types";
import { getCredential } from "~/services/access-control/credentials/read.server";
import { requireDone } from "~/services/platform/http/done.server";
import { apiPath } from "~/services/platform/http/path";
import {
  createCredential,
  credentialBody,
  sealKept,
  unsealKept,
} from "~/services/analytics/shared-links/credential.server";
import { newLinkId, newToken } from "~/services/analytics/shared-links/store.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import type { Schedule } from "~/lib/schedule/when";
import { addReportMail, deleteReportMail, type ReportMail } from "./store.server";

const KIND = "mailed report";
const PURPOSE = "weekly report";

export type WantedMail = Schedule & { label: string; recipients: readonly string[]; origin: string };
type Maker = Pick<Scope, "session" | "context"> & { app?: string | undefined };

/** Has the weekly report mailed: an API credential for it on the server, and who gets it here. */
export function toCreateReportMail(
  scope: Maker,
  { recipients, ...wanted }: WantedMail,
): Change<{ id: string; credential: string }> {
  const { config } = scope.context;
  const json = credentialBody({ app: scope.app, description: `Weekly report by mail: ${wanted.label}`, ends: null });
  const request = { method: "POST", path: "/_permission", json } as const;
  const id = newLinkId();
  const { origin: _origin, ...shown } = wanted;
  const after = { ...shown, recipients: [...recipients] };
  return {
    resource: { kind: KIND, id, name: wanted.label, ...(scope.app === undefined ? {} : { index: scope.app }) },
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
          const tokens = Object.fromEntries(recipients.map((address) => [address, newToken()]));
          const sealed = sealKept({ config, purpose: PURPOSE }, { id, password, tokens });
          const own = {
            server: scope.session.url,
            index_name: scope.app ?? null,
            person: personOf(scope.session),
            created: Date.now(),
          };
          addReportMail(config, { id, ...wanted, ...own, credential, sealed, tokens });
          return { id, credential };
        },
      }),
  };
}

type Named = Pick<ReportMail, "id" | "label" | "credential" | "index_name">;

/**
 * Deletes its credential, then mails it no more: a report that stands can be deleted again, and one whose server is
 * away is not sent anyway.
 */
export function toDeleteReportMail({ context }: Maker, mail: Named): Change<void> {
  const request = { method: "DELETE", path: apiPath`/_permission/${mail.credential}` } as const;
  return {
    resource: {
      kind: KIND,
      id: mail.id,
      name: mail.label,
      ...(mail.index_name === null ? {} : { index: mail.index_name }),
    },
    verb: "delete",
    noun: KIND,
    right: "credentials:write",
    request,
    read: requireDone,
    async call(http) {
      requireDone(await http.send(request));
      deleteReportMail(context.config, mail.id);
    },
  };
}

type Sealed = Pick<ReportMail, "id" | "sealed">;

/**
 * The password that its reports are read with; undefined where it cannot be opened any more (another session secret).
 */
export const passwordOf = (config: Config, mail: Sealed) => unsealKept({ config, purpose: PURPOSE }, mail)?.password;

/** What the link at the end of an address's mails ends in. */
export const tokenFor = (config: Config, { mail, address }: { mail: Sealed; address: string }) =>
  unsealKept({ config, purpose: PURPOSE }, mail)?.tokens?.[address] ?? "";
