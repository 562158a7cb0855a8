import type { VectorKernel } from "../types";
import { loopsOn } from "./vector-kernel";

const PAGE = 65_536;
/** Behind the rows: the vector that they are compared with, and what comes out. */
const VECTOR_BYTES = 4096 * 4;
const MOST_ROWS = (PAGE - VECTOR_BYTES) / 4;
/** The loops take so many numbers at a step. */
const STEP = 16;

const memories = new WeakMap<ArrayBufferLike, WebAssembly.Memory>();
const kernels = new WeakMap<ArrayBufferLike, VectorKernel>();

/**
 * Room for rows of vectors, where loops of the processor's vector instructions reach them; ordinary room where there is
 * none of that kind.
 */
export function roomForVectors(bytes: number): Uint8Array {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) + 1 });
    memories.set(memory.buffer, memory);
    return new Uint8Array(memory.buffer, 0, bytes);
  } catch (error) {
    // Each such memory reserves addresses, of which a process may not have enough.
    if (!(error instanceof RangeError)) throw error;
    return new Uint8Array(bytes);
  }
}

function make(memory: WebAssembly.Memory, dims: number): VectorKernel | undefined {
  const loops = loopsOn(memory);
  if (!loops) return undefined;
  const end = memory.buffer.byteLength;
  const [vectorAt, outAt] = [end - PAGE, end - PAGE + VECTOR_BYTES];
  const rowBytes = dims * 4;
  const place = new Float32Array(memory.buffer, vectorAt, dims);
  const out = new Float32Array(memory.buffer, outAt, MOST_ROWS);
  function run(
    loop: (typeof loops & object)["dots"],
    { from, to, vector }: { from: number; to: number; vector: Float32Array },
  ): Float32Array {
    place.set(vector);
    if (to > from) loop(from * rowBytes, to * rowBytes, vectorAt, outAt, rowBytes);
    return out.subarray(0, to - from);
  }
  return {
    most: MOST_ROWS,
    dots: (stretch) => run(loops.dots, stretch),
    squares: (stretch) => run(loops.squares, stretch),
  };
}

/**
 * The loops over rows that lie in such room from its beginning; undefined where they do not, or are of a length that
 * the loops do not take.
 */
export function kernelOf(values: Float32Array, dims: number): VectorKernel | undefined {
  const known = kernels.get(values.buffer);
  const memory = memories.get(values.buffer);
  if (known || !memory || values.byteOffset !== 0 || dims === 0 || dims % STEP !== 0) return known;
  const kernel = make(memory, dims);
  if (kernel) kernels.set(values.buffer, kernel);
  return kernel;
}
