import type { Check } from "../check";
import { calls } from "./calls";
import { forms } from "./forms";
import { gated } from "./gated";
import { headers } from "./headers";
import { heading } from "./heading";
import { labels } from "./labels";
import { links } from "./links";
import { markup } from "./markup";
import { noChange } from "./no-change";
import { ownHost } from "./own-host";
import { paging } from "./paging";
import { payment } from "./payment";
import { reasons } from "./reasons";
import { references } from "./references";
import { secrets } from "./secrets";
import { signIn } from "./sign-in";
import { status } from "./status";
import { title } from "./title";
import { titles } from "./titles";
import { weight } from "./weight";
import { words } from "./words";

/** All of them: a check that comes is added here, and costs no walk of its own. */
export const checks: readonly Check[] = [
  ...[status, title, titles, heading, labels, references, headers, ownHost, noChange, forms, links, paging],
  ...[markup, secrets, gated, reasons, weight, calls, signIn, payment, words],
];
