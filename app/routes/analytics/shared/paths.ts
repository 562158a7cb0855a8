import { type LevelRef, screenPath } from "~/navigation/paths";

export const SHARED = "shared-links";

/** The page of one link, or what is done with it. */
export const linkPath = (at: LevelRef, id: string, page?: "revoke") => screenPath(at, SHARED, { rest: page === undefined ? [id] : [id, page] });

export const stateNames = { active: "Active", ended: "Ended", revoked: "Revoked" } as const;
export const stateTones = { active: "good", ended: "neutral", revoked: "bad" } as const;
