import { keepSample } from "~/routes/pipelines/validate/_parts/sample.server";
import { requireScope } from "~/session/scope.server";
import { sampleIndex, samplePipeline } from "../../../e2e/support/screens";
import { sampleEnv } from "../../../setup/seeds/run";
import { calls } from "../../checks/calls";
import { gated } from "../../checks/gated";
import { links } from "../../checks/links";
import { noChange } from "../../checks/no-change";
import { paging } from "../../checks/paging";
import { secrets } from "../../checks/secrets";
import { words } from "../../checks/words";
import type { Fault } from "../faults";
import { ignoring, loading } from "../plant";

// Faults that only screens of pipelines can have.

const LIST = "/cluster/pipelines";
const ONE = `${LIST}/${samplePipeline}`;

type Args = Parameters<Parameters<typeof loading>[0]>[0];
const scopeOf = ({ request, params, context }: Args) => requireScope(request, params, "pipelines", context);
const object = (value: unknown): Record<string, unknown> => {
  if (typeof value !== "object" || value === null) throw new Error("the loader gave no object");
  return { ...value };
};

/** The page of the editor with a link more in what its stage works with. */
const calling = (called: object) =>
  loading(async (_, own) => {
    const data = object(await own());
    const page = object(data["page"]);
    return { ...data, page: { ...page, stage: { ...object(page["stage"]), called: [called] } } };
  });

/** Pages of pipelines that are wrong, each with the check whose business it is. */
export const pipelineFaults: readonly Fault[] = [
  { in: "crowded", at: `${LIST}?size=10`, what: "a list of pipelines that ignores the page in its address", by: paging, change: ignoring("page") }, // prettier-ignore
  {
    in: "crowded",
    at: `${LIST}?size=10`,
    what: "a list that asks for the versions of each pipeline",
    by: calls,
    change: loading(async (args, own) => {
      const { http } = await scopeOf(args);
      for (let at = 0; at < 30; at += 1) await http.send({ path: `/_pipeline/crowd-${at}/versions` }).catch(() => null);
      return own();
    }),
  },
  {
    in: "read-only",
    at: LIST,
    what: "a switch of a pipeline that is on where the server may only be read",
    by: gated,
    change: loading(async (_, own) => ({ ...object(await own()), gate: { ok: true } })),
  },
  {
    at: LIST,
    what: "a pipeline that is switched by looking at the list",
    by: noChange,
    // By itself: the client of the console sends no change that is none of `change()`.
    change: loading(async ({ request, context }, own) => {
      const headers = { "X-Request-Id": request.headers.get("x-request-id") ?? "" };
      await fetch(`${context.config.searchUrl}/_pipeline/${samplePipeline}`, { method: "PUT", headers });
      return own();
    }),
  },
  {
    at: `${ONE}/validate`,
    what: "a sample that is kept by looking at the page of trials",
    by: noChange,
    change: loading(async (args, own) => {
      keepSample(await scopeOf(args), { id: samplePipeline, sample: { body: "{}", headers: {}, envs: {} } });
      return own();
    }),
  },
  {
    at: `${ONE}/validate`,
    what: "a trial that shows what a global variable says",
    by: secrets,
    change: loading(async (args, own) => {
      const { http } = await scopeOf(args);
      const { body } = await http.send({ path: "/_pipelines/envs" });
      return { ...object(await own()), envs: body };
    }),
  },
  {
    at: `/cluster/global-envs/${sampleEnv.key}`,
    what: "a form of a global variable that is filled in with its value",
    by: secrets,
    change: loading(async (args, own) => {
      const { http } = await scopeOf(args);
      const { body } = await http.send({ path: `/_pipelines/env/${sampleEnv.key}` });
      return { ...object(await own()), env: body };
    }),
  },
  {
    in: "fails",
    at: `${ONE}/logs`,
    what: "kept runs that are told to be none where the server fails",
    by: words,
    change: (module) => ({
      ...loading(async (args) => {
        const { http } = await scopeOf(args);
        await http.send({ path: `/_pipeline/${samplePipeline}/logs` }).catch(() => undefined);
        return {};
      })(module),
      default: () => <h1>No runs</h1>,
    }),
  },
  {
    in: "piping",
    at: `${ONE}?stage=fetch`,
    from: [LIST, `/app/${sampleIndex}/browse`],
    what: "a link of a stage to an index that the reader may not open",
    by: links,
    change: calling({ kind: "index", name: sampleIndex, to: `/app/${sampleIndex}/browse` }),
  },
];
