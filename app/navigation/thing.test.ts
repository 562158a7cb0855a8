import type { MetaArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { type Handle, titled } from "./handle";
import { appLevel, clusterLevel } from "./paths";
import { thing } from "./thing";

const parcels = thing({
  screen: "parcels",
  noun: "parcel",
  plural: "parcels",
  title: "Parcels",
  pages: ["new", "edit"],
});
const below = thing({
  screen: "parcels/stamps",
  noun: "stamp",
  plural: "stamps",
  title: "Stamps",
  pages: ["edit"],
  nameIn: (data) => (typeof data === "string" ? data : undefined),
});

const films = appLevel("films");
const crumbsOf = ({ crumbs }: Handle, pathname: string, data?: unknown) =>
  crumbs?.({ data, params: {}, at: films, pathname });
const titleOf = (meta: ReturnType<typeof titled>, of: Partial<MetaArgs>) =>
  meta({ params: {}, location: { pathname: "/" }, ...of } as MetaArgs);

describe("a thing", () => {
  it("has its list, a page beside it, one of them, and a page below that", () => {
    expect(parcels.path(films)).toBe("/app/films/parcels");
    expect(parcels.path(clusterLevel, { page: "new", query: { from: "a" } })).toBe("/cluster/parcels/new?from=a");
    expect(parcels.path(films, { id: "a/b" })).toBe("/app/films/parcels/a%2Fb");
    expect(parcels.path(films, { id: "new", page: "edit" })).toBe("/app/films/parcels/~new/edit");
  });

  it("reads the id of one from an address or a request, whatever the id is", () => {
    for (const id of ["a/b", "new", "50%41", "films"]) {
      expect(parcels.idIn(parcels.path(films, { id, page: "edit" }))).toBe(id);
      expect(below.idIn({ url: `http://console.test${below.path(clusterLevel, { id })}?page=2` })).toBe(id);
    }
  });

  it("has the crumbs of its pages; a list below a screen of the sidebar has its own", () => {
    const page = "/app/films/parcels/p1/edit";
    expect(parcels.list()).toEqual({ screen: "parcels" });
    expect(crumbsOf(parcels.beside("New"), page)).toEqual([{ label: "New" }]);
    expect(crumbsOf(parcels.one(), page)).toEqual([{ label: "p1" }]);
    expect(crumbsOf(parcels.one("Edit", { takes: "texts" }), page)).toEqual([
      { label: "p1", to: "/app/films/parcels/p1" },
      { label: "Edit" },
    ]);
    expect(parcels.one("Edit", { takes: "texts" })).toMatchObject({ screen: "parcels", takes: "texts" });
    expect(crumbsOf(below.list(), page)).toEqual([{ label: "Stamps" }]);
    expect(crumbsOf(below.one("Edit"), "/app/films/parcels/stamps/s1/edit", "Blue")).toEqual([
      { label: "Stamps", to: "/app/films/parcels/stamps" },
      { label: "Blue", to: "/app/films/parcels/stamps/s1" },
      { label: "Edit" },
    ]);
  });

  it("has the titles of its pages, from their own words down to the index", () => {
    const location = { pathname: "/app/films/parcels/p1" } as MetaArgs["location"];
    expect(titleOf(parcels.meta(), {})).toEqual([{ title: "Parcels · Cluster" }]);
    expect(titleOf(parcels.meta("New"), { params: { appName: "films" } })).toEqual([
      { title: "New · Parcels · films" },
    ]);
    expect(
      titleOf(
        parcels.meta(({ id }) => `Edit ${id}`),
        { location },
      ),
    ).toEqual([{ title: "Edit p1 · Parcels · Cluster" }]);
    expect(
      titleOf(
        titled(({ params }) => String(params["page"]), "Parcels"),
        { params: { page: "1" } },
      ),
    ).toEqual([{ title: "1 · Parcels · Cluster" }]);
  });

  it("says what an empty list says, and what is said of one that is gone", () => {
    expect(parcels.empty).toEqual({ none: "No parcels yet", matches: "No parcel matches" });
    expect(parcels.missing("p1")).toBe("There is no parcel called p1. It may have been deleted.");
  });
});
