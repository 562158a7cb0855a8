export const TEST = "take-relevance-test";
export const DELETE = "delete-relevance-test";
export const IMPORT = "import-relevance-tests";
export const IMPORT_FILE = "import-relevance-tests-file";
export const FROM_SEARCHES = "tests-from-searches";
export const SCHEDULE = "schedule-relevance-tests";
export const STOP_SCHEDULE = "stop-scheduled-tests";
