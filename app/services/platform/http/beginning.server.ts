/**
 * The text of an answer, for as many bytes as one is ready to read; `more`: it goes on, and whoever asked gives it up.
 * Throws what breaks the answer off.
 */
export async function beginningOf(response: Response, most: number): Promise<{ text: string; more: boolean }> {
  const reader = response.body?.getReader();
  if (!reader) return { text: "", more: false };
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), more: false };
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes > most) return { text, more: true };
  }
}
