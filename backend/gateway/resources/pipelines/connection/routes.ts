import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";
import { json } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import { bodyIn } from "../read-call";
import { choiceIn, type EngineConnection } from "./choice";

// Whoever chooses the engine chooses the users and rights that hold afterwards.
const ACCESS: Access = { kind: "server", category: "pipelines", indices: "path" };

/**
 * `PUT /_update_backend_connection`: works on another engine after the next start, which follows at once. For admins,
 * where the launcher starts this process again and ENGINE_URL does not say which engine it is.
 */
export function connectionRoutes({ connection }: { connection: EngineConnection }): Route[] {
  async function connect(context: SignedContext) {
    if ("fixed" in connection) throw badRequest(connection.fixed);
    const { caller } = context;
    if (caller.kind !== "user" || !caller.user.is_admin)
      throw new HttpError(403, "only an admin may connect this server with another search engine");
    const choice = choiceIn(bodyIn(await context.text()));
    await connection.connect(choice, caller.user);
    return json({ code: 200, status: "OK", message: "the server starts again with this search engine" });
  }
  return [{ methods: ["PUT"], path: "/_update_backend_connection", access: ACCESS, log: "bare", handle: connect }];
}
