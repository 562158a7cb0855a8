import type { Effect } from "../setting";

/** One line of the review. */
export type SettingChange = {
  key: string;
  group: string;
  setting: string;
  field: string | null;
  old: string;
  new: string;
  effect: Effect;
};
