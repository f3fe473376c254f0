/**
 * A reading that anybody may ask for as often as they like: whoever asks while it is made shares it, and so does who asks
 * within `forMs` milliseconds of its end.
 */
export function sharedReading<T>(forMs: number, read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let staleAt = 0;
  return () => {
    if (current !== undefined && performance.now() < staleAt) return current;
    const reading = read();
    current = reading;
    staleAt = Infinity;
    const settle = (): void => {
      staleAt = performance.now() + forMs;
    };
    reading.then(settle, settle);
    return reading;
  };
}
