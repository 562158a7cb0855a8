import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChangeList } from "~/components/editor/review-page";
import { LinkButton } from "~/components/ui/button";
import { FilterBar, FilterSelect } from "~/components/ui/filter/filter-bar";
import { useAddress } from "~/components/ui/filter/use-address";
import { Gated } from "~/components/ui/message/gated";
import { Remarks } from "~/components/ui/message/remarks";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { changesBetween } from "~/editor/changes.server";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { readScripts, requireVersion, type Version } from "~/services/pipelines/read.server";
import { readableFiles } from "~/services/pipelines/readable.server";
import { pipelineName } from "~/services/pipelines/write.server";
import { requireScope } from "~/session/scope.server";
import { pipelines } from "../_parts/thing";
import { compareAddress } from "./_parts/addresses";

export const handle = pipelines.one("Compare versions");
export const meta = pipelines.meta(({ id }) => `Compare versions of ${id}`);

const labelOf = ({ number, live, description }: Pick<Version, "number" | "live" | "description">) =>
  [`Version ${number}, ${live ? "live" : "draft"}`, ...(description === "" ? [] : [description.slice(0, 60)])].join(
    ": ",
  );

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const id = pipelines.idIn(request);
  const here = compareAddress.at(request);
  leaveLongAddress(request, here);
  // Without numbers: what would change if the newest were made live.
  const { version: newest, versions, pipeline } = await requireVersion(scope, { id, number: here.state.b });
  const from = here.state.a ?? versions.find((one) => one.live)?.number ?? pipeline.live;
  const { version: before } = await requireVersion(scope, { id, number: from });
  const readable = async ({ number, content, description }: Version) =>
    readableFiles({ content, description, scripts: await readScripts(scope, { id, version: number, content }) });
  const [old, next] = await Promise.all([readable(before), readable(newest)]);
  const short = ({ number, live }: Version) => ({ number, live });
  return {
    id,
    name: pipelineName(id, newest.content),
    a: short(before),
    b: short(newest),
    options: versions.map((one) => ({ value: String(one.number), label: labelOf(one) })),
    changes: changesBetween(old, next),
    gate: scope.may("pipelines:write"),
    at: levelRef(params["appName"]),
  };
}

const called = ({ number, live }: { number: number; live: boolean }) => `Version ${number}${live ? ", live" : ""}`;

export default function CompareVersionsScreen() {
  const { id, name, a, b, options, changes, gate, at } = useLoaderData<typeof loader>();
  const here = useAddress(compareAddress);
  return (
    <>
      <PageHeader
        title={<Name>{`Compare versions of ${name}`}</Name>}
        actions={
          !b.live && (
            <Gated gate={gate} label="Review and make live">
              <LinkButton to={pipelines.path(at, { id, page: "review", query: { version: b.number } })}>
                {`Make version ${b.number} live…`}
              </LinkButton>
            </Gated>
          )
        }
      />
      <Remarks of={here.remarks} />
      <FilterBar here={here} controls={["a", "b"]} submitLabel="Compare" open>
        <FilterSelect name="a" label="From" defaultValue={String(a.number)} options={options} />
        <FilterSelect name="b" label="To" defaultValue={String(b.number)} options={options} />
      </FilterBar>
      <ChangeList changes={changes} before={called(a)} after={called(b)} />
      <p className="mt-4">
        <LinkButton to={pipelines.path(at, { id, page: "versions" })}>All versions</LinkButton>
      </p>
    </>
  );
}
