import * as z from "zod";

/** Where the form of an insight moves it. */
export const MoveSchema = z.object({ to: z.enum(["saved", "read"], { error: "Choose where to move it." }) });
