// Vowels and letters of nine Indian scripts that are written in two or three signs, as Lucene's IndicNormalizer joins
// them. An entry reads
// `053E45:11DJ`: the signs at these places of the block become the one at 11, in the scripts D and J; FF is a zero
// width joiner.
const BLOCKS: Readonly<Record<string, number>> = {
  D: 0x0900,
  B: 0x0980,
  G: 0x0a00,
  J: 0x0a80,
  O: 0x0b00,
  T: 0x0b80,
  E: 0x0c00,
  K: 0x0c80,
  M: 0x0d00,
};
const TABLE = `
  053E45:11DJ 053E46:12D 053E47:13DJ 053E48:14DJ 053E:06DBGJO 0545:72D 0545:0DJ 0546:04D 0547:0FJ 0548:10GJ 0549:11DJ 054A:12D 054B:13DJ 054C:14DGJ
  0645:11DJ 0646:12D 0647:13DJ 0648:14DJ 0757:08M 0941:0AD 0957:0ATM 0E46:10M 0F45:0DD 0F46:0ED 0F47:10D 0F57:10O 123E:13M 124C:14EK 1255:13E
  1257:14TM 1357:14O 153C:58D 163C:59DG 173C:5ADG 1C3C:5BDG 213C:5CDBO 223C:5DDBO 234DFF:7AM 244DFF:4EB 283C:29D 284DFF:7BM 2B3C:5EDG 2F3C:5FDB
  2C4141:0BE 303C:31D 304DFF:7CM 324DFF:7DM 333C:34D 334DFF:7EM 3541:2EE 3E45:49DJ 3E46:4AD 3E47:4BDJ 3E48:4CDJ 3F55:40K 4141:42G 463E:4ATM
  464255:4BK 4642:4AK 4646:48M 4655:47EK 4656:48EK 4657:4CTM 473E:4BBOTM 4757:4CBO 4A55:4BK 723F:07G 7240:08G 7247:0FG 7341:09G 7342:0AG 734B:13G`;

type Joined = { rest: string; put: string };

/** By the first sign, in the order of the table. */
const joined = new Map<string, Joined[]>();
for (const entry of TABLE.trim().split(/\s+/)) {
  const [signs = "", result = ""] = entry.split(":");
  for (const script of result.slice(2)) {
    const block = BLOCKS[script] ?? 0;
    const sign = (place: string) => (place === "FF" ? "\u200D" : String.fromCharCode(block + parseInt(place, 16)));
    const [first = "", ...rest] = [...signs.matchAll(/../g)].map(([place]) => sign(place));
    joined.set(first, [...(joined.get(first) ?? []), { rest: rest.join(""), put: sign(result.slice(0, 2)) }]);
  }
}

/** `indic_normalization`. */
export function indic(term: string): string {
  let out = "";
  for (let at = 0; at < term.length; at++) {
    const letter = term.charAt(at);
    const found = joined.get(letter)?.find(({ rest }) => term.startsWith(rest, at + 1));
    out += found ? found.put : letter;
    if (found) at += found.rest.length;
  }
  return out;
}
