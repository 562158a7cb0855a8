import { type LevelRef, screenPath } from "~/navigation/paths";

export const MAIL = "analytics/report/mail";

/** Of a page about one report that is mailed. */
export const deletePath = (at: LevelRef, id: string) => screenPath(at, MAIL, { rest: [id, "delete"] });

export const NOT_SET_UP = "This console has no mail server. Its operator sets SMTP_URL and MAIL_FROM and restarts it.";

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** `07:00`. */
export const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

export const stateNames = { waiting: "Waiting", sending: "Sending", sent: "Sent", failed: "Failed" } as const;
export const stateTones = { waiting: "neutral", sending: "info", sent: "good", failed: "bad" } as const;
