import { once } from "node:events";
import type { Readable } from "node:stream";
import busboy from "busboy";
import { FormFault } from "./form-fault";
import { DOCUMENT_LIMITS } from "@common/pipelines/document/limits";

/** A part of a form. Without a name it has that of its file. */
export type FormPart = { name: string; filename: string | null; text: string };

const { parts: MOST_PARTS, partNameBytes: LONGEST_NAME } = DOCUMENT_LIMITS;
const MALFORMED = "the form cannot be read: its parts do not end as its header says";

async function textOf(stream: Readable): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) if (piece instanceof Uint8Array) pieces.push(piece);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new FormFault("a file of the form is no text in UTF-8");
  }
}

function parserOf(contentType: string, bytes: number): busboy.Busboy {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new FormFault("the body is no multipart/form-data");
  try {
    return busboy({
      headers: { "content-type": contentType },
      defParamCharset: "utf8",
      // The body is held already: no part of it is cut. The count of parts is told behind the last one that may be.
      limits: { fieldSize: bytes + 1, fileSize: bytes + 1, parts: MOST_PARTS + 1 },
    });
  } catch {
    throw new FormFault("the header Content-Type of the form names no boundary");
  }
}

/** Takes a multipart form apart. Throws a FormFault with a sentence. */
export async function splitMultipart({
  body,
  contentType,
}: {
  body: Buffer;
  contentType: string;
}): Promise<FormPart[]> {
  const parser = parserOf(contentType, body.length);
  // In the order of the form: files are read while others come.
  const parts: Promise<FormPart>[] = [];
  const wrong: FormFault[] = [];

  function add(given: { name: string | undefined; filename: string | null }, text: Promise<string>): void {
    const name = given.name || (given.filename ?? "");
    if (Buffer.byteLength(name) > LONGEST_NAME) wrong.push(new FormFault("the name of a part is too long"));
    const part = text.then((read) => ({ name, filename: given.filename, text: read }));
    // It is waited for at the end; until then nobody else hears that it failed.
    part.catch(() => undefined);
    parts.push(part);
  }

  parser.on("field", (name: string | undefined, value) => add({ name, filename: null }, Promise.resolve(value)));
  parser.on("file", (name: string | undefined, stream, { filename }: { filename?: string }) =>
    add({ name, filename: filename || null }, textOf(stream)),
  );
  parser.on("partsLimit", () => wrong.push(new FormFault(`the form has more than ${MOST_PARTS} parts`)));
  try {
    const closed = once(parser, "close");
    parser.end(body);
    await closed;
  } catch {
    throw wrong[0] ?? new FormFault(MALFORMED);
  }
  if (wrong[0]) throw wrong[0];
  return Promise.all(parts);
}
