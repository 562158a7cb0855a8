import { connect } from "node:net";

/** An answer as it came over the wire. */
export type RawAnswer = { status: number; headers: string; body: string };

// As text in which each letter is one byte, so that any byte can be sent and seen.
const BYTES = "latin1";

function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest.startsWith("HTTP/1.")) {
    const end = rest.indexOf("\r\n\r\n");
    const headers = end < 0 ? rest : rest.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(headers);
    const last = isChunked ? rest.indexOf("0\r\n\r\n", end) + 5 : end + 4 + length;
    const body = end < 0 ? "" : rest.slice(end + 4, last);
    answers.push({
      status: Number(headers.slice(9, 12)),
      headers,
      body: isChunked ? body.replace(/0\r\n\r\n$/, "") : body,
    });
    rest = end < 0 ? "" : rest.slice(last);
  }
  return answers;
}

/** Sends bytes as they are and gives what comes back until the other side closes, or says nothing more for a while. */
export function sendRaw(
  url: string,
  text: string,
  { quiet = 400 } = {},
): Promise<{ answers: RawAnswer[]; isClosed: boolean; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let got = "";
    const socket = connect({ host: hostname, port: Number(port) });
    const done = (isClosed: boolean) => {
      socket.destroy();
      resolve({ answers: answersIn(got), isClosed, text: got });
    };
    socket.setTimeout(quiet, () => done(false));
    socket.on("data", (part) => (got += part.toString(BYTES)));
    socket.on("error", () => done(true));
    socket.on("close", () => done(true));
    socket.write(Buffer.from(text, BYTES));
  });
}
