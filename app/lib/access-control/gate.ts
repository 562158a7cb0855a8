/**
 * Whether a control may be used, and where not, why and who can change that. Made by `scope.may` and `planGate`, shown
 * by `Gated`.
 */
export type Gate = { ok: true } | ClosedGate;

export type ClosedGate = {
  ok: false;
  because: "right" | "plan" | "protected" | "nothing-kept" | "in-use";
  /** What is missing, without a full stop: "Requires the Develop permission". */
  missing: string;
  /** The action by its name on screens, where it is one that is missing. */
  actionName?: string;
  /** Who or what can help: "an administrator of this server". */
  who: string;
  /** The way out, as a sentence. */
  help: string;
};

export const open: Gate = { ok: true };

/** The whole reason, for the description of a control that is off. */
export function gateReason({ missing, help }: Pick<ClosedGate, "missing" | "help">): string {
  return `${missing}. ${help}`;
}
