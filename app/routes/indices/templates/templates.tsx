import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { PlainLink } from "~/components/ui/plain-link";
import { ListPage } from "~/components/ui/table/list-page";
import { countOf } from "~/lib/values/numbers";
import { titled } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { loadTemplateList } from "./list.server";
import { columns } from "./template-columns";
import { families, familyHandle, familyIn, familyTitle, kindNames } from "./template-names";
import { templateList } from "./templates-address";
import { WhatItGets } from "./what-it-gets";

export const handle = familyHandle();
export const meta = titled(familyTitle);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = templateList.at(request);
  leaveLongAddress(request, here);
  const family = familyIn(new URL(request.url).pathname);
  return { family, ...(await loadTemplateList(scope, family, here.state)), gate: scope.may("indices:write") };
}

const words = {
  index: {
    create: "Create template",
    search: "Filter by name or pattern",
    told: (all: number) => `${countOf(all, "template")} for new indices. Existing indices stay as they are.`,
    why: "A template gives settings, mappings and aliases to every new index whose name fits its patterns.",
  },
  component: {
    create: "Create component template",
    search: "Filter by name",
    told: (all: number) => `${countOf(all, "component template")} to compose index templates of.`,
    why: "Settings, mappings and aliases that several index templates have in common.",
  },
};

const kinds = (["composable", "legacy"] as const).map((value) => ({ value, label: kindNames[value] }));

export default function TemplatesScreen() {
  const { family, list, missing, hidden, gets, resolved, gate } = useLoaderData<typeof loader>();
  const here = useAddress(templateList);
  const { create, search, told, why } = words[family];
  const toNew = screenPath(clusterLevel, `${families[family].list}/new`);
  const { managed } = here.state;
  return (
    <ListPage
      key={family}
      thing={families[family]}
      here={here}
      list={list}
      columns={columns[family]}
      rowKey={({ kind, name }) => `${kind}/${name}`}
      description={told(list.all)}
      actions={
        <>
          {family === "index" && (
            <LinkButton to={screenPath(clusterLevel, families.component.list)}>{families.component.title}</LinkButton>
          )}
          <GatedLink gate={gate} label={create} to={toNew} tone="primary" />
        </>
      }
      search={search}
      filters={family === "index" ? [{ name: "kind", label: "Kind", options: kinds, any: "Any kind" }] : []}
      filtersStay
      aside={
        (hidden > 0 || managed) && (
          <PlainLink to={here.href({ managed: !managed })} className="link">
            {managed ? "Hide managed templates" : `Show ${countOf(hidden, "managed template")}`}
          </PlainLink>
        )
      }
      sizes={[50, 100, 250]}
      empty={{ text: why, action: <GatedLink gate={gate} label={create} to={toNew} /> }}
      below={family === "index" && <WhatItGets here={here} gets={gets} resolved={resolved} />}
    >
      {missing.map((kind) => (
        <Notice key={kind} tone="info">
          This server does not offer {kindNames[kind].toLowerCase()}s.
        </Notice>
      ))}
    </ListPage>
  );
}
