import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Address } from "./addresses";
import type { Check } from "./check";
import { checks } from "./checks";
import type { Visit } from "./visit";
import type { World, WorldSpec } from "./world";

type Walk = {
  spec: WorldSpec;
  /** Opens the world; called once, before the first check. */
  open: (spec: WorldSpec) => Promise<World>;
  /** What is looked at in it. */
  addresses: (world: World) => readonly Address[] | Promise<readonly Address[]>;
  /** How many addresses are asked for at once: where the server is silent most of the time is spent waiting. */
  atOnce?: number;
};

/** Asks for each address once. */
async function visitAll({ world, addresses, atOnce }: { world: World; addresses: readonly Address[]; atOnce: number }) {
  const visits: Visit[] = [];
  const left = [...addresses];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) visits.push(await world.visit(next));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return visits;
}

/** What a check has to say to the answers of a world, with the address of each. */
export async function complaints(check: Check, { world, visits }: { world: World; visits: readonly Visit[] }) {
  const { look, end } = check;
  const each = look
    ? visits.flatMap((visit) => look(visit, world).map((what) => `${visit.path} (${visit.status}): ${what}`))
    : [];
  return [...each, ...((await end?.(visits, world)) ?? [])];
}

/** Walks through a world: every address once, then a test for each check that holds there. */
export function walk({ spec, open, addresses, atOnce = 2 }: Walk): void {
  describe(spec.name, () => {
    let world: World;
    let visits: Visit[];
    beforeAll(async () => {
      world = await open(spec);
      visits = await visitAll({ world, addresses: await addresses(world), atOnce });
    }, 240_000);

    afterAll(() => world.close());

    it("has addresses", () => {
      expect(visits.length).toBeGreaterThan(0);
    });
    it.each(checks.filter((check) => check.in?.(spec) ?? true))("every address $says", async (check) => {
      const found = await complaints(check, { world, visits });
      expect(found, found.join("\n")).toEqual([]);
    });
  });
}
