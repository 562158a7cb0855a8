import { gateReason } from "~/lib/access-control/gate";
import { rightGate, type Right } from "~/lib/access-control/rights";
import { changeFailed } from "~/lib/messages/change-failed";
import type { ChangedBy } from "~/services/platform/changes/change.server";
import { apiPath } from "~/services/platform/http/path";
import { isAway, isBackendError } from "~/services/platform/http/errors.server";
import type { Tools } from "~/services/platform/jobs/kind.server";
import { deployFirst, readFirstDeploy } from "~/services/search-relevance/first-settings/deploy.server";
import type { Role } from "~/lib/search-relevance/field-roles";
import { fetchIdentity } from "~/session/identity.server";
import { protectionGate, protectionOf } from "~/session/protection.server";
import type { Plan, SetUp } from "../types";

/**
 * Sets up search once the rows of an import are stored, as whoever started it and by his rights of this moment. Null
 * where that was not asked for. What the server refuses is told and stops no import; throws BackendError where it is
 * away, so that the job comes back to it.
 */
export async function setUpSearch(
  { row, forChanges }: Pick<Tools, "row" | "forChanges">,
  { plan: { search, fields }, indexed }: { plan: Plan; indexed: number },
): Promise<SetUp | null> {
  if (!search) return null;
  if (search.language === null) return search.because === null ? null : { left: search.because };
  const console = indexed === 0 ? null : forChanges();
  if (console === null) return null;
  const { http, context } = console;
  const index = row.target;
  const roles = new Map(fields.flatMap(({ name, role }): [string, Role][] => (role ? [[name, role]] : [])));
  try {
    const read = await readFirstDeploy({ http }, index, { roles });
    if ("left" in read) return read;
    const who = await fetchIdentity(http);
    const protection = protectionOf({ url: row.server, config: context.config });
    const by: ChangedBy = {
      http,
      context,
      session: { id: row.id, url: row.server, username: row.owner },
      pathname: apiPath`/app/${index}/import/${row.id}`,
      may: (right: Right) => {
        const gate = rightGate({ right, who });
        return gate.ok ? protectionGate(protection) : gate;
      },
    };
    const gate = by.may("relevance:write");
    if (!gate.ok) return { left: gateReason(gate) };
    const { version } = await deployFirst(by, index, read);
    return { version, language: read.settings.language };
  } catch (error) {
    if (isAway(error)) throw error;
    if (!isBackendError(error)) throw error;
    return { left: changeFailed(error.failure) };
  }
}
