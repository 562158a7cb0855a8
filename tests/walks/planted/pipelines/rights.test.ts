import { afterAll, beforeAll, expect, it } from "vitest";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { action as editor } from "~/routes/pipelines/editor/pipeline";
import type { Action } from "~/lib/access-control/actions";
import { requireScope } from "~/session/scope.server";
import { samplePipeline, storedPipeline } from "../../../e2e/support/screens";
import { startTestBackend, type TestBackend } from "../../../setup/backend";
import { type Module, openScreen } from "../../../setup/open-screen";
import { sampleEnv, sampleRun, seedRun } from "../../../setup/seeds/run";
import { type Guarded, openGuarded } from "../../guard";

// Guards of pipelines that are wrong, each found by the walk of rights.

let backend: TestBackend;
let guarded: Guarded;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("POST", "/_pipeline", storedPipeline);
  await seedRun(backend.call, { pipeline: samplePipeline });
  guarded = await openGuarded(backend);
}, 60_000);
afterAll(async () => {
  await guarded.close();
  await backend.close();
});

const LIST = "/cluster/pipelines";
const ONE = `${LIST}/${samplePipeline}`;
const LOG = `${ONE}/logs/${sampleRun}`;
const VARIABLE = `/cluster/global-envs/${sampleEnv.key}`;

type Args = LoaderFunctionArgs | ActionFunctionArgs;
const asking =
  (right: Action | readonly Action[] | null) =>
  async ({ request, params, context }: Args) => {
    await requireScope(request, params, right, context);
    return { kind: "alone" };
  };

const faults: { what: string; path: string; instead: Module; says: RegExp }[] = [
  {
    what: "a switch that posts without the guard",
    path: LIST,
    instead: { action: () => ({ ok: true }) },
    says: /takes a form, 200/,
  },
  {
    what: "a list for whoever is signed in",
    path: LIST,
    instead: { loader: asking(null) },
    says: /answers 200 to whoever has all but pipelines/,
  },
  {
    what: "a kept run that whoever reads analytics may open",
    path: LOG,
    instead: { loader: asking(["pipelines", "analytics"]) },
    says: /answers 200 to whoever has all but pipelines/,
  },
  {
    what: "a trial that whoever tunes relevance may run",
    path: `${ONE}/validate`,
    instead: { action: asking("search-relevancy") },
    says: /takes a form, 200/,
  },
  {
    what: "a review whose form asks for nothing",
    path: `${ONE}/review`,
    instead: { action: asking(null) },
    says: /takes a form, 200/,
  },
  {
    what: "an import that whoever develops may send",
    path: `${LIST}/import`,
    instead: { action: asking("develop") },
    says: /takes a form, 200/,
  },
  {
    what: "a global variable that whoever develops may open",
    path: VARIABLE,
    instead: { loader: asking(["pipelines", "develop"]) },
    says: /answers 200 to whoever has all but pipelines/,
  },
  {
    what: "an editor that reads the pipeline before its guard",
    path: ONE,
    instead: {
      action: async (args) => {
        const { http } = await requireScope(args.request, args.params, null, args.context);
        await http.send({ path: `/_pipeline/${samplePipeline}` }).catch(() => undefined);
        return editor(args);
      },
    },
    says: /before the guard: GET \/_pipeline\/sweep-pipeline/,
  },
];

it.each(faults)("$what", async ({ path, instead, says }) => {
  expect((await guarded.wrongAt({ path }, instead)).join("\n")).toMatch(says);
});

// An address without a page is in no walk: what asks for its right is asked by itself.
it("an export without its right is found, and the export itself asks for it", async () => {
  const open = (instead: Module = {}) =>
    openScreen(`/resources/pipelines/${samplePipeline}/export`, { backend, as: { actions: ["analytics"] }, instead });
  expect((await open({ loader: asking(null) })).status).toBe(200);
  expect(await open()).toRequire("Pipelines");
});

it("finds nothing where they are right", async () => {
  for (const path of new Set(faults.map((one) => one.path))) expect(await guarded.wrongAt({ path }), path).toEqual([]);
}, 60_000);
