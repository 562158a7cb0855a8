import { CONSOLE_LIMITS } from "@common/limits/console";

const { form: whole, formFields, formFieldName, formListPlace } = CONSOLE_LIMITS;

const refuse = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers });

/**
 * Reads the form of a request: the only way to do so, for what a caller sends may be anything. Throws a Response: 415
 * for what is no form, 413 for one over the limit (read no further), 400 for one that cannot be read or whose names ask
 * for lists that nobody fills in.
 */
export async function readForm(
  request: Request,
  { mostBytes = whole.most }: { mostBytes?: number | undefined } = {},
): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    throw refuse(415, "This page takes forms only. Nothing was changed.");
  const bytes = await readBytes({ request, mostBytes });
  const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw refuse(400, "The form cannot be read: it is broken or ends too early. Nothing was changed.");
  });
  let fields = 0;
  for (const name of form.keys()) {
    fields += 1;
    if (fields > formFields.most || !isPlainName(name))
      throw refuse(400, "The form has fields that this page does not have. Nothing was changed.");
  }
  return form;
}

/**
 * Names such as `fields[3].name` become lists and objects: an index far off or a long way down would make huge ones.
 */
function isPlainName(name: string): boolean {
  if (name.length > formFieldName.most || /(^|[.[\]])(__proto__|prototype|constructor)($|[.[\]])/.test(name))
    return false;
  return [...name.matchAll(/\[(\d+)\]/g)].every(
    ([, index = ""]) => index.length < 7 && Number(index) <= formListPlace.most,
  );
}

async function readBytes({
  request,
  mostBytes,
}: {
  request: Request;
  mostBytes: number;
}): Promise<Uint8Array<ArrayBuffer>> {
  const limit =
    mostBytes >= 1024 ** 2 ? `${Math.round(mostBytes / 1024 ** 2)} MB` : `${Math.round(mostBytes / 1024)} kB`;
  // What is still being sent would have to be taken in before the next request of the connection.
  const tooLarge = () =>
    refuse(413, `The form is larger than ${limit}, the limit. Nothing was changed.`, { Connection: "close" });
  if (Number(request.headers.get("Content-Length") ?? "0") > mostBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const next = await reader?.read().catch(() => {
      throw refuse(400, "The form ends too early. Nothing was changed.");
    });
    if (next?.value === undefined) break;
    length += next.value.byteLength;
    if (length > mostBytes) {
      // Not waited for: of a request that was cloned the other reader would have to end too.
      reader?.cancel().catch(() => undefined);
      throw tooLarge();
    }
    parts.push(next.value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
