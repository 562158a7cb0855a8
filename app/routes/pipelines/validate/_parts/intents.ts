export const RUN = "run-sample";
export const KEEP = "keep-sample";
export const SAVE_SAMPLE = "save-sample";
export const DELETE_SAMPLE = "delete-sample";
