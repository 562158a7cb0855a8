// Two loops over rows of floats by the processor's vector instructions (WebAssembly's), written out below: in
// JavaScript the same takes five times as long. Sixteen numbers are taken at a step, into four sums of four.

const I32 = 0x7f;
const V128 = 0x7b;
const LOOP = 0x03;
const NO_RESULT = 0x40;
const END = 0x0b;
const REPEAT_IF = [0x0d, 0];
const LESS = 0x49;
const ADD_I32 = 0x6a;
const ADD_F32 = 0x92;
const STORE_F32 = [0x38, 2, 0];

/** A whole number in groups of seven bits. */
function size(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  do {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

const list = (items: readonly (readonly number[])[]) => [...size(items.length), ...items.flat()];
const section = (kind: number, bytes: readonly number[]) => [kind, ...size(bytes.length), ...bytes];
const text = (name: string) => [...size(name.length), ...Buffer.from(name)];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (number: number) => [0x41, ...(number < 64 ? [number] : [number | 128, 0])];
const simd = (code: number) => [0xfd, ...size(code)];
const load = (from: number, offset: number) => [...get(from), ...simd(0), 4, offset];
const ADD = simd(0xe4);
const SUBTRACT = simd(0xe5);
const MULTIPLY = simd(0xe6);
const ZERO = [...simd(12), ...new Array<number>(16).fill(0)];
const lane = (place: number) => [...simd(0x1f), place];

// What each loop is called with, all in bytes: where the rows begin and end, where the vector lies, where the results
// go, how long a row is. Then what it counts with.
const [AT, ROWS_END, VECTOR, OUT, ROW, STOP, PLACE] = [0, 1, 2, 3, 4, 5, 6];
const SUMS = [7, 8, 9, 10];
const DIFFERENCE = 11;
/** Sixteen floats. */
const STEP = 64;
const advance = (local: number, by: number) => [...get(local), ...constant(by), ADD_I32, ...set(local)];

const dotStep = SUMS.flatMap((sum, at) => [
  ...get(sum),
  ...load(AT, at * 16),
  ...load(PLACE, at * 16),
  ...MULTIPLY,
  ...ADD,
  ...set(sum),
]);
const squareStep = SUMS.flatMap((sum, at) => [
  ...[...load(AT, at * 16), ...load(PLACE, at * 16), ...SUBTRACT, ...set(DIFFERENCE)],
  ...[...get(sum), ...get(DIFFERENCE), ...get(DIFFERENCE), ...MULTIPLY, ...ADD, ...set(sum)],
]);

function rowLoop(step: readonly number[]): number[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = SUMS;
  const locals = list([[2, I32], [5, V128]]); // prettier-ignore
  const numbers = [
    LOOP,
    NO_RESULT,
    ...step,
    ...advance(AT, STEP),
    ...advance(PLACE, STEP),
    ...get(AT),
    ...get(STOP),
    LESS,
    ...REPEAT_IF,
    END,
  ];
  const total = [...get(first), ...get(second), ...ADD, ...get(third), ...get(fourth), ...ADD, ...ADD, ...set(first)];
  const lanes = [0, 1, 2, 3].flatMap((place) => [...get(first), ...lane(place), ...(place > 0 ? [ADD_F32] : [])]);
  const row = [
    ...[
      ...get(AT),
      ...get(ROW),
      ADD_I32,
      ...set(STOP),
      ...get(VECTOR),
      ...set(PLACE),
      ...SUMS.flatMap((sum) => [...ZERO, ...set(sum)]),
    ],
    ...[...numbers, ...total, ...get(OUT), ...lanes, ...STORE_F32, ...advance(OUT, 4)],
  ];
  const code = [...locals, LOOP, NO_RESULT, ...row, ...get(AT), ...get(ROWS_END), LESS, ...REPEAT_IF, END, END];
  return [...size(code.length), ...code];
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const type = [0x60, ...list([[I32], [I32], [I32], [I32], [I32]]), ...list([])]; // prettier-ignore
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([type])),
    ...section(2, list([[...text("in"), ...text("memory"), 2, 0, 1]])),
    ...section(3, list([[0], [0]])), // prettier-ignore
    ...section(7, list([[...text("dots"), 0, 0], [...text("squares"), 0, 1]])), // prettier-ignore
    ...section(10, list([rowLoop(dotStep), rowLoop(squareStep)])),
  ]);
}

/** Writes for each row from `at` to `rowsEnd` one float to `out`. All are places in the memory, in bytes. */
type RowLoop = (at: number, rowsEnd: number, vector: number, out: number, rowBytes: number) => void;

let compiled: WebAssembly.Module | null | undefined;

/** The loops on a memory; undefined where this machine does not run them. */
export function loopsOn(memory: WebAssembly.Memory): { dots: RowLoop; squares: RowLoop } | undefined {
  if (compiled === undefined) {
    const bytes = moduleBytes();
    compiled = WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
  }
  if (compiled === null) return undefined;
  const { dots, squares } = new WebAssembly.Instance(compiled, { in: { memory } }).exports;
  return typeof dots === "function" && typeof squares === "function"
    ? { dots: dots as RowLoop, squares: squares as RowLoop }
    : undefined;
}
