export const UPLOAD = "read-archive";
export const IMPORT = "import-pipeline";
