export const UPLOAD = "upload-file";
export const PASTE = "paste-rows";
export const SAMPLE = "import-sample";
export const CHOOSE_INDEX = "choose-index";
export const START = "start-import";
export const DISCARD = "discard-import";
export const CANCEL = "cancel-import";
export const RESUME = "resume-import";
export const RETRY = "retry-rows";
export const RETRY_EDITED = "retry-edited-rows";
/** In the address of a page that was opened from the list of jobs, and leads back to it. */
export const FROM_JOBS = "jobs";
