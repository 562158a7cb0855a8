/** What a request looks like to a reader: secrets are masked, long bodies cut. */
export type ShownRequest = {
  method: string;
  /** With its parameters. */
  path: string;
  body: string | null;
  /** Without the password; curl asks for it. */
  curl: string;
  /** What is not as it will be sent: masked, or cut. */
  remark: string | null;
};
