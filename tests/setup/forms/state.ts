import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { getImports } from "~/services/data/import/imports.server";
import type { Job } from "~/services/data/import/run/import-store.server";
import type { FailedRow } from "~/services/platform/jobs/failures.server";
import { addDraft } from "~/services/platform/store/draft-store.server";
import { getSession } from "~/sessions.server";
import { sampleIndex, sampleUser } from "../../e2e/support/screens";
import { consoleRequest } from "../console";
import { seedChange } from "../seeds/change";
import { otherIndex, sampleAlias } from "./seed";

/** What pages are about, made anew for each walk, for posting uses it up: the ids that stand in their addresses. */
export type State = {
  setting: string;
  rights: string;
  draft: string;
  dropped: string;
  failed: string;
  interrupted: string;
  edit: string;
  changed: string;
  chosen: string;
  copy: string;
  ticked: string;
};

const rightsText =
  '{"email":"","is_admin":false,"allowed_actions":["develop"],"indices":[],"acls":"all","sources":["0.0.0.0/0"],"sources_xff_value":null}';
const failures: FailedRow[] = [{ row: 1, line: 2, field: "year", reason: "no number", raw: Buffer.from("A,b") }];

type Whose = {
  context: AppLoadContext;
  cookie: string;
  server: string;
  person: string;
  /** Of an import that was begun. */ plan: Job["plan"];
};

/** Makes drafts, imports and a change that can be undone. */
export async function makeState({ context, cookie, server, person, plan }: Whose): Promise<State> {
  const { store, dir } = getImports(context);
  mkdirSync(dir, { recursive: true });
  function job(rows: string) {
    const path = join(dir, `${Math.random().toString(36).slice(2)}.upload`);
    writeFileSync(path, rows);
    return store.create({
      url: server,
      app: sampleIndex,
      username: person,
      name: "films.csv",
      size: rows.length,
      path,
    });
  }
  const draft = job("title,year,added\nMetropolis,1927,a\nNosferatu,1922,b\n").id;
  const dropped = job("title,year\nMetropolis,1927\n").id;
  const [failed, interrupted] = [job("title,year\nA,b\n").id, job("title,year\nA,1\nB,2\n").id];
  if (plan) for (const id of [failed, interrupted]) store.setPlan({ id, plan });
  store.commit({ id: failed, progress: { ackedRow: 1, rows: 1, indexed: 0, updated: 0, bytesRead: 10, failures } });
  store.setState({ id: failed, state: "done" });
  store.setState({ id: interrupted, state: "interrupted", message: "It stopped." });
  const session = await getSession({ request: consoleRequest("/", { cookie }), context });
  if (!session) throw new Error("nobody is signed in");
  const scope = { context, session };
  const changed = `c-${Math.random().toString(36).slice(2)}`;
  const { dataDir, sessionSecrets: secrets } = context.config;
  seedChange({ dataDir, secrets, id: changed, server, person, index_name: sampleIndex });
  const edited = (kind: string, value: { ref: object; text: string; version: string }, index = sampleIndex) =>
    addDraft(scope, { kind, index, value: { ...value, ref: JSON.stringify(value.ref), base: null } });
  return {
    ...{ draft, dropped, failed, interrupted, changed },
    edit: edited("edit document", {
      ref: { index: sampleIndex, id: "2" },
      text: '{"title":"changed"}',
      version: "0/1",
    }),
    chosen: addDraft(scope, { kind: "selected documents", index: sampleIndex, value: { ids: ["1", "2"] } }),
    copy: addDraft(scope, {
      kind: "clone",
      index: sampleIndex,
      value: { source: sampleIndex, target: "typed-copy", action: ["mappings", "settings"] },
    }),
    ticked: addDraft(scope, { kind: "selected indices", index: "", value: { ids: [sampleIndex] } }),
    setting: edited("edit settings", {
      ref: { index: sampleIndex },
      text: '{"index.refresh_interval":"5s"}',
      version: "0",
    }),
    rights: edited("edit user", { ref: { username: sampleUser.username }, text: rightsText, version: "0" }, ""),
  };
}

/** Pages that only a certain state has, beside those of the route table. */
export function statefulPages({
  draft,
  failed,
  interrupted,
  edit,
  changed,
  chosen,
  copy,
  ticked,
  setting,
  rights,
}: State): string[] {
  const app = `/app/${sampleIndex}`;
  return [
    `${app}/import/${draft}/fields`,
    `${app}/import/${draft}/discard`,
    `/cluster/import/${draft}/target`,
    `${app}/import/${failed}/failed`,
    `${app}/import/${interrupted}`,
    `${app}/browse/2/review?draft=${edit}`,
    `${app}/changes/${changed}/undo`,
    `${app}/settings/review?draft=${setting}`,
    `/cluster/user-management/${sampleUser.username}/review?draft=${rights}`,
    `${app}/aliases/edit?alias=${sampleAlias}`,
    `${app}/aliases/remove?alias=${sampleAlias}`,
    `/cluster/aliases/switch?alias=${sampleAlias}&to=${otherIndex}`,
    `${app}/browse/documents/delete-many?draft=${chosen}`,
    `${app}/clone/start?draft=${copy}`,
    `/cluster/maintain?do=close&draft=${ticked}`,
    `${app}/browse/large/edit`,
    `${app}/shared-links/new?page=popular-searches`,
    "/account/preferences",
  ];
}
