import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { splitAddress } from "~/session/allowed-urls.server";

const fields = z.object({
  url: z.string({ error: "Enter the address of your search server." }).trim().max(2000),
  username: z.string({ error: "Enter your user name." }).trim().max(256).optional(),
  password: z.string({ error: "Enter your password." }).max(1024).optional(),
  redirectTo: z.string().max(4000).optional(),
});

/** The sign-in form. An address such as `https://name:secret@host` fills the other two fields when they are empty. */
export const LoginSchema = fields.transform((given, check) => {
  const address = splitAddress(given.url);
  const username = given.username ?? address.username;
  const password = given.password ?? address.password;
  if (username === undefined) check.addIssue({ code: "custom", path: ["username"], message: "Enter your user name." });
  if (password === undefined) check.addIssue({ code: "custom", path: ["password"], message: "Enter your password." });
  return { url: address.url, username: username ?? "", password: password ?? "", redirectTo: given.redirectTo };
});

export type LoginShape = z.input<typeof fields>;

const constraint = getZodConstraint(fields);

/**
 * User name and password may be empty, because the address may hold them; but they are not optional, so nothing is said
 * either way.
 */
export const loginConstraint = { ...constraint, username: { maxLength: 256 }, password: { maxLength: 1024 } };
