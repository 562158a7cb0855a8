import type { MailConfig } from "~/server/config.server";

// The one place that talks to a mail server.

/** After so long, in ms, it counts as no answer. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

export type Message = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  unsubscribe: string;
};

/** What a mail server said against a mail, without anything of how it was signed in to. */
export class DeliveryError extends Error {
  override name = "DeliveryError";
  constructor(
    message: string,
    /** For good: this address, or this mail to it, will not be taken later either. */
    readonly refused: boolean,
  ) {
    super(message);
  }
}

/** Gives a mail to the mail server. Returns when the server has acknowledged it; throws DeliveryError. */
export async function deliver({ url, from }: MailConfig, { unsubscribe, ...message }: Message): Promise<void> {
  // Here, for few consoles mail, and those seldom.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url, ...PATIENCE });
  try {
    await transport.sendMail({
      ...message,
      from,
      list: { unsubscribe: { url: unsubscribe, comment: "Unsubscribe" } },
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (error) {
    throw told(error);
  } finally {
    transport.close();
  }
}

function told(error: unknown): DeliveryError {
  if (!(error instanceof Error)) return new DeliveryError("The mail server could not be reached.", false);
  const { responseCode, command, code } = error as Error & {
    responseCode?: unknown;
    command?: unknown;
    code?: unknown;
  };
  const said = typeof responseCode === "number" ? responseCode : 0;
  if (said === 0)
    return new DeliveryError(
      `The mail server could not be reached${typeof code === "string" ? ` (${code})` : ""}.`,
      false,
    );
  if (code === "EAUTH") return new DeliveryError(`The mail server did not let the console sign in (${said}).`, false);
  const about = command === "RCPT TO" || command === "DATA" || command === "MAIL FROM" ? ` at ${command}` : "";
  // What a server says of a recipient or of a mail is for good from 500 on; what it says of the sender the operator may
  // put right.
  return new DeliveryError(
    `The mail server answered ${said}${about}.`,
    said >= 500 && (command === "RCPT TO" || command === "DATA"),
  );
}
