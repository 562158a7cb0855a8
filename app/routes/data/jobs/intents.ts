export const RESUME = "resume-job";
export const TRY_NOW = "try-job-now";
export const CANCEL = "cancel-job";
