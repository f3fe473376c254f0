/** The seed of a test, the same in every run but for `node test/run.ts FILE --seed N`. */
export const seedOf = (usual: number): number => Number(process.env['PLATEN_SEED'] ?? usual);

/** Numbers of at least 0 and below 1, the same ones for the same seed (Mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
