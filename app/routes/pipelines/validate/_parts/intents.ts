export const RUN = "run-sample";
export const KEEP = "keep-sample";
