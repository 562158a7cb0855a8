export { forbidden, requireScope, type Scope } from "~/scope.server";
