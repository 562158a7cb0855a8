export const CODE = "give-code";
export const BACK = "back-to-sign-in";
export const BEGIN = "set-up";
export const CONFIRM = "turn-on";
