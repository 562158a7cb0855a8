export const REVIEW = "review-changes";
export const REVIEW_FILE = "review-file";
export const SAVE = "save-changes";
export const DELETE = "delete";
