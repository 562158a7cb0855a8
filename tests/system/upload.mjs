// A large upload through the import form, made up while it is sent: the sender keeps no file and little memory.
import { once } from "node:events";
import { request } from "node:http";

const boundary = "----searchdeck-upload";
const lorem = (number) =>
  `{"id":${number},"title":"Document number ${number}","text":"${"lorem ipsum dolor sit amet ".repeat(8)}","value":${number % 977}}\n`;

/**
 * Posts an NDJSON file of about `bytes`, or of so many rows, to the import form of an index; `line` makes each.
 * `cookie` is a session. Returns `{ status, location, bytes, rows, seconds }` of the answer.
 */
export async function uploadFile({ address, index, cookie, bytes = Infinity, most = Infinity, line = lorem }) {
  const began = performance.now();
  const outgoing = request(`${address}/app/${index}/import`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: address, "Content-Type": `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise((resolve, reject) => {
    outgoing.on("response", (incoming) => {
      incoming.resume();
      incoming.on("end", () => resolve(incoming));
    });
    outgoing.on("error", reject);
  });
  outgoing.write(`--${boundary}\r\nContent-Disposition: form-data; name="intent"\r\n\r\nupload-file\r\n`);
  outgoing.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.ndjson"\r\nContent-Type: application/x-ndjson\r\n\r\n`,
  );
  let sent = 0;
  let rows = 0;
  while (sent < bytes && rows < most) {
    let text = "";
    while (text.length < 65_536 && rows < most) text += line(rows++);
    const chunk = Buffer.from(text);
    sent += chunk.length;
    if (!outgoing.write(chunk)) await Promise.race([once(outgoing, "drain"), answered]);
  }
  outgoing.end(`\r\n--${boundary}--\r\n`);
  const { statusCode, headers } = await answered;
  return {
    status: statusCode,
    location: headers.location,
    bytes: sent,
    rows,
    seconds: (performance.now() - began) / 1000,
  };
}
