import Bowser from "bowser";
import type { AppLoadContext } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import { listSignIns, signInId } from "~/services/platform/store/session-registry.server";
import { ownerOf, type Session } from "~/sessions.server";

/** A sign-in as its owner sees it. */
export type ShownSignIn = { id: string; browser: string; address: string; started: number; seen: number; own: boolean };

function browserOf(agent: string): string {
  if (agent === "") return "Unknown";
  const { browser, os } = Bowser.parse(agent);
  const name = [browser.name, browser.version?.split(".")[0]]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
  if (name === "") return agent.split(" ")[0] ?? agent;
  return os.name === undefined ? name : `${name} on ${os.name}`;
}

/** The sign-ins of a session's user to its server, last used first. */
export function signInsOf({
  session,
  context,
}: {
  session: Session;
  context: AppLoadContext | undefined;
}): ShownSignIn[] {
  const { config } = contextOf(context);
  const own = signInId(session.id);
  return listSignIns({ config, owner: ownerOf(session) }).map(({ id, agent, address, started, seen }) => ({
    ...{ id, address, started, seen },
    browser: browserOf(agent),
    own: id === own,
  }));
}
