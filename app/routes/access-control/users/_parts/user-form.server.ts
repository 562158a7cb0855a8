import { randomInt } from "node:crypto";
import { isIP } from "node:net";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type Acl, ACLS, ALLOWED_ACTIONS, aclsOf } from "@common/access-control/categories";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { weakness } from "~/lib/account/password-strength";
import { categoriesOf, type Rights } from "~/services/access-control/users/read.server";

const lines = z
  .string()
  .max(20_000)
  .default("")
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ""))]);

function isNetwork(text: string): boolean {
  const [, address = "", bits = ""] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

const DEPTH = "Enter a whole number from 1 to 50.";

const RightsSchema = z.object({
  email: z
    .email({ error: "This is not an e-mail address." })
    .optional()
    .transform((given) => given ?? ""),
  isAdmin: z.boolean().default(false),
  actions: z.array(z.enum(ALLOWED_ACTIONS)).default([]),
  indices: lines,
  acls: z.array(z.enum(ACLS as readonly [Acl, ...Acl[]])).default([]),
  sources: lines,
  depth: z.number({ error: DEPTH }).int({ error: DEPTH }).min(1, { error: DEPTH }).max(50, { error: DEPTH }).optional(),
});
type Typed = z.output<typeof RightsSchema>;

function toRights({ email, isAdmin, actions, indices, acls, sources, depth }: Typed, check: z.RefinementCtx): Rights {
  const wrong = (field: string, message: string) => check.addIssue({ code: "custom", path: [field], message });
  if (!isAdmin && actions.length === 0) wrong("actions", "Choose at least one action, or make the user an admin.");
  const nets = sources.filter((source) => !isNetwork(source));
  if (nets.length > 0)
    wrong("sources", `${nets.slice(0, 3).join(", ")}: not an address range. Write it as 203.0.113.0/24.`);
  const open = aclsOf(categoriesOf({ isAdmin, actions }));
  const outside = acls.filter((acl) => !open.includes(acl));
  if (outside.length > 0) wrong("acls", `The actions do not open ${outside.join(", ")}.`);
  const all = acls.length === 0 || open.every((acl) => acls.includes(acl));
  return {
    ...{ email, isAdmin, actions: isAdmin ? [...ALLOWED_ACTIONS] : actions, indices },
    acls: all ? null : acls,
    sources: sources.length === 0 ? ["0.0.0.0/0"] : sources,
    depth: depth ?? null,
  };
}

// Pages of the console have these names where a user has his own; a path of the server takes a slash for its end, and
// signing in a colon for that of a name.
const RESERVED = ["new", ".", ".."];
const username = z
  .string({ error: "Enter a user name." })
  .trim()
  .max(200, { error: "A user name has at most 200 characters." })
  .refine((name) => !/[:/\\%#?]|\p{C}/u.test(name), {
    error: "A user name has no : / \\ % # ? and no invisible characters: nobody could sign in by it.",
  })
  .refine((name) => !RESERVED.includes(name), { error: "This name is used by the console. Choose another one." });
const password = z.string({ error: "Enter a password, or generate one." }).max(1000);

/** The rights of a user as they are typed. */
export const EditSchema = RightsSchema.transform(toRights);
/** A new user. */
export const NewSchema = RightsSchema.extend({ username, password }).transform((typed, check) => {
  const weak = weakness(typed.password, typed.username);
  if (weak !== undefined) check.addIssue({ code: "custom", path: ["password"], message: weak });
  return { username: typed.username, password: typed.password, ...toRights(typed, check) };
});
/** Another password of a user. */
export const passwordSchemaOf = (name: string) =>
  z.object({ password }).superRefine((typed, check) => {
    const weak = weakness(typed.password, name);
    if (weak !== undefined) check.addIssue({ code: "custom", path: ["password"], message: weak });
  });

const {
  actions: _actions,
  acls: _acls,
  // In a fold, which no browser opens to point out what is wrong in it: the server does.
  depth: _depth,
  ...constraint
} = getZodConstraint(RightsSchema.extend({ username, password }));
export const userConstraint = constraint;
export const passwordConstraint = { password: constraint["password"] ?? {} };

export type UserShape = {
  username: string;
  password: string;
  email: string;
  isAdmin: boolean;
  actions: string[];
  indices: string;
  acls: string[];
  sources: string;
  depth: string;
};

/** The fields of rights, to be changed. */
export function fieldsOf(name: string, { email, isAdmin, actions, indices, acls, sources, depth }: Rights): UserShape {
  return {
    ...{ username: name, password: "", email, isAdmin, actions: isAdmin ? [] : actions },
    ...{
      indices: indices.join("\n"),
      acls: acls ?? [],
      sources: sources.join("\n"),
      depth: depth === null ? "" : String(depth),
    },
  };
}

// Without those that are read for each other.
const SIGNS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** 20 of 56 signs: 116 bits. */
const generated = () => Array.from({ length: 20 }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");

/**
 * The answer to a form that does not send yet: "Generate" gives it a password, shown this once; "Check" shows what
 * patterns admit. Undefined for others.
 */
export function answerAid(form: FormData, intent: string) {
  const then = form.get("then");
  if (then !== "generate" && then !== "check") return undefined;
  const submission = parseWithZod(form, { schema: z.looseObject({}) });
  const typed = form.get("password");
  const values = then === "generate" ? generated() : typeof typed === "string" ? typed : "";
  return formReply(submission, { intent, reason: then, values: { password: values } });
}
