import { afterAll, beforeAll, expect, it } from "vitest";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loader as sync } from "~/routes/access-control/sync/preferences";
import type { Action } from "~/lib/access-control/actions";
import { isBackendError } from "~/services/platform/http/errors.server";
import { requireScope } from "~/session/scope.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import type { Module } from "../../setup/open-screen";
import { type Guarded, openGuarded } from "../guard";

// Guards that are wrong, each found by the walk of rights.

let backend: TestBackend;
let guarded: Guarded;
beforeAll(async () => {
  backend = await startTestBackend();
  guarded = await openGuarded(backend);
}, 60_000);
afterAll(async () => {
  await guarded.close();
  await backend.close();
});

type Args = LoaderFunctionArgs | ActionFunctionArgs;
const asking =
  (right: Action | readonly Action[] | null) =>
  async ({ request, params, context }: Args) => {
    await requireScope(request, params, right, context);
    return { kind: "alone" };
  };
/** A call of the screen before its guard, as its own request. */
const early = async (args: Args) => {
  const { http } = await requireScope(args.request, args.params, null, args.context);
  await http.send({ path: "/_sync/preferences" }).catch(() => undefined);
};

const SYNC = "/cluster/sync-preferences";
const CHANGES = "/cluster/changes";
const faults: { what: string; path: string; instead: Module; says: RegExp }[] = [
  {
    what: "a missing guard",
    path: SYNC,
    instead: { loader: () => ({ kind: "alone" }) },
    says: /answers 200 to whoever is not signed in/,
  },
  { what: "a guard for a signed-in user only", path: SYNC, instead: { loader: asking(null) }, says: /answers 200/ },
  {
    what: "a right asked for the wrong action",
    path: SYNC,
    instead: { loader: asking("billing") },
    says: /is refused to/,
  },
  {
    what: "a right that something else opens too",
    path: SYNC,
    instead: { loader: asking(["develop", "speed"]) },
    says: /answers 200/,
  },
  {
    what: "a right forgotten that opens it too",
    path: CHANGES,
    instead: { loader: asking("develop") },
    says: /is refused to whoever has (search-relevancy|analytics)/,
  },
  {
    what: "a guard after a call",
    path: SYNC,
    instead: {
      loader: async (args) => {
        await early(args);
        return sync(args);
      },
    },
    says: /before the guard: GET \/_sync\/preferences/,
  },
  {
    what: "a form without a guard",
    path: SYNC,
    instead: { action: () => ({ ok: true }) },
    says: /takes a form, 200/,
  },
  {
    what: "a form that asks for another right than its page",
    path: SYNC,
    instead: { action: asking("access-control") },
    says: /takes a form/,
  },
  {
    what: "a form whose guard comes after a call",
    path: SYNC,
    instead: {
      action: async (args) => {
        await early(args);
        return asking("develop")(args);
      },
    },
    says: /before the guard/,
  },
  {
    what: "a refusal that does not say what is missing",
    path: SYNC,
    instead: {
      loader: async ({ request, params, context }) => {
        await requireScope(request, params, "develop", context).catch((error: unknown) => {
          throw isBackendError(error, 403) ? new Response(null, { status: 403 }) : error;
        });
        return { kind: "alone" };
      },
    },
    says: /does not say what is missing/,
  },
];

it.each(faults)("$what", async ({ path, instead, says }) => {
  expect((await guarded.wrongAt({ path }, instead)).join("\n")).toMatch(says);
});

it("finds nothing where they are right", async () => {
  expect(await guarded.wrongAt({ path: SYNC })).toEqual([]);
  expect(await guarded.wrongAt({ path: CHANGES })).toEqual([]);
}, 60_000);
