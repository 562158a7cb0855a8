import { afterEach, describe, expect, test } from "vitest";
import { type NodeAnswer, type PlayedNode, playNode, type SeenCall } from "../../../tests/setup/cluster";
import { openRemoteEngine } from "./open";
import { PRODUCTS } from "./products";
import { missingRights } from "./rights";

const opened: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const OWN = [".users", ".logs", ".logs-*"];
const NOT_THE_RIGHTS = "the search engine's user has not the rights that the back end needs: it lacks ";

function rootOf(name: string): unknown {
  const [product = "", major = ""] = name.split(" ");
  const isOpenSearch = product === "OpenSearch";
  const number = `${major}.${major === "7" ? 17 : 2}.0`;
  return {
    cluster_name: "c",
    version: { number, lucene_version: "9.12.1", ...(isOpenSearch ? { distribution: "opensearch" } : {}) },
    tagline: isOpenSearch ? "The OpenSearch Project: https://opensearch.org/" : "You Know, for Search",
  };
}

/** A node of this product whose security answers `asked`; what was asked of it beside the look at the cluster. */
async function checked(name: string, asked: (call: SeenCall) => NodeAnswer) {
  const node: PlayedNode = await playNode();
  const remote = openRemoteEngine({ nodes: [node.url] });
  opened.push(remote, node);
  node.answers((call) => {
    if (call.path === "/") return { status: 200, body: rootOf(name) };
    return call.path === "/_cluster/health" ? { status: 200, body: { status: "green" } } : asked(call);
  });
  const state = await remote.check(OWN);
  return { state, questions: node.seen.filter(({ path }) => path !== "/" && path !== "/_cluster/health") };
}

const all = (has: boolean) => ({ create_index: has, manage: has, read: has, write: has });
// As Elasticsearch 7.17 answers `POST /_security/user/_has_privileges`.
function privileges({ templates = true, users = all(true), logs = all(true), others = all(true) } = {}) {
  const index = { ".users": users, ".logs": logs, ".logs-*": logs, "*": others };
  return {
    username: "deck",
    has_all_requested: false,
    cluster: { monitor: true, manage_index_templates: templates },
    index,
    application: {},
  };
}

describe.each(Object.keys(PRODUCTS).filter((name) => PRODUCTS[name]?.rights === "has-privileges"))(
  "%s says in one answer",
  (name) => {
    test("which rights lack, and is not fit for use", async () => {
      const body = privileges({
        templates: false,
        users: { ...all(true), write: false },
        logs: all(false),
        others: all(false),
      });
      const { state, questions } = await checked(name, () => ({ status: 200, body }));
      expect(state).toEqual({
        ready: false,
        reason: `${NOT_THE_RIGHTS}manage_index_templates on the cluster; write on .users; create_index, manage, read, write on .logs, .logs-*`,
      });
      expect(questions).toHaveLength(1);
      expect(JSON.parse(questions[0]?.body ?? "")).toEqual({
        cluster: ["monitor", "manage_index_templates"],
        index: [
          { names: [".users", ".logs", ".logs-*", "*"], privileges: ["create_index", "manage", "read", "write"] },
        ],
      });
    });

    test("that only some indices are open to its user, which is a warning", async () => {
      const { state } = await checked(name, () => ({
        status: 200,
        body: privileges({ others: { ...all(false), read: true } }),
      }));
      expect(state).toMatchObject({
        ready: true,
        warning:
          "the search engine's user lacks create_index, manage, write on all indices: calls that need it will be refused with 403",
      });
    });

    test("that nothing lacks", async () => {
      const { state } = await checked(name, () => ({ status: 200, body: privileges() }));
      expect(state).toMatchObject({ ready: true });
      expect(state).not.toHaveProperty("warning");
    });

    // 7.10 without the plugin takes the path for an index; with it, and security off, it fails; newer ones have no such
    // route.
    test.each([400, 404, 405, 500])("nothing with %i where its security is off", async (status) => {
      const { state } = await checked(name, () => ({
        status,
        body: {
          error: { type: "exception", reason: "Security must be explicitly enabled when using a [basic] license." },
          status,
        },
      }));
      expect(state).toMatchObject({ ready: true });
    });
  },
);

describe("OpenSearch 3", () => {
  const refusing =
    (refused: RegExp, action: string) =>
    (call: SeenCall): NodeAnswer => {
      const isRefused = refused.test(`${call.method} ${call.path}`);
      return { status: 200, body: { accessAllowed: !isRefused, missingPrivileges: isRefused ? [action] : [] } };
    };

  test("is asked about a call of each kind, none of which it carries out, and names what lacks", async () => {
    const { state, questions } = await checked("OpenSearch 3", (call) =>
      call.path.includes("/_template/")
        ? refusing(/_template/, "indices:admin/template/put")(call)
        : refusing(/^PUT \/\.logs(-trial)?\?/, "indices:admin/create")(call),
    );
    expect(state).toEqual({
      ready: false,
      reason: `${NOT_THE_RIGHTS}indices:admin/template/put on the cluster; indices:admin/create on .logs, .logs-*`,
    });
    expect(questions.every(({ path }) => path.endsWith("?perform_permission_check=true"))).toBe(true);
    expect(questions.some(({ method, path }) => method === "POST" && path.startsWith("/.logs-trial/_bulk"))).toBe(true);
  });

  test("with every right is fit for use", async () => {
    expect((await checked("OpenSearch 3", refusing(/^$/, ""))).state).toMatchObject({ ready: true });
  });

  test("that does not know the question is asked nothing else", async () => {
    const { state, questions } = await checked("OpenSearch 3", () => ({
      status: 400,
      body: {
        error: {
          type: "illegal_argument_exception",
          reason: "request [/_cluster/health] contains unrecognized parameter: [perform_permission_check]",
        },
        status: 400,
      },
    }));
    expect(state).toMatchObject({ ready: true });
    expect(questions.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /_cluster/health?perform_permission_check=true",
    ]);
  });
});

test.each(["OpenSearch 1", "OpenSearch 2"])("%s has no way to tell beforehand and is not asked", async (name) => {
  const { state, questions } = await checked(name, () => ({ status: 500 }));
  expect(state).toMatchObject({ ready: true });
  expect(questions).toEqual([]);
});

test.each([
  [
    "action [indices:admin/create] is unauthorized for user [deck] with roles [few] on indices [.users]",
    "indices:admin/create",
  ],
  [
    "no permissions for [indices:admin/template/put] and User [name=deck, backend_roles=[], requestedTenant=null]",
    "indices:admin/template/put",
  ],
])("a refusal names the action: %s", (reason, action) => {
  expect(missingRights(reason)).toBe(`${NOT_THE_RIGHTS}${action} (${reason})`);
});

test("a refusal that names none is told as it is", () => {
  expect(missingRights("forbidden by a proxy")).toBe(
    "the search engine's user has not the rights that the back end needs: forbidden by a proxy",
  );
});
