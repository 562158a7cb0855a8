/** The form that connects the server with another engine. */
export const CONNECT = "connect-engine";
