/** What is put into the innermost container that is open. */
interface Filling {
  /** Of an object; null in an array. */
  readonly names: readonly string[] | null;
  readonly values: readonly unknown[];
}

/** One step of putting a value together again; each is small enough to be copied between threads without a pause. */
export type Piece =
  | { readonly kind: 'open'; readonly name: string | null; readonly array: boolean }
  | ({ readonly kind: 'fill' } & Filling)
  | { readonly kind: 'text'; readonly name: string | null; readonly text: string; readonly last: boolean }
  | { readonly kind: 'close' };

/** Values, or their worth in characters of text, that are copied at once: some five milliseconds. */
const PIECE_WEIGHT = 5000;
const CHARACTERS_A_VALUE = 400;
const TEXT_CHARACTERS = PIECE_WEIGHT * CHARACTERS_A_VALUE;

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;
type Weights = Map<Container, number>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** Remembers the containers that are heavier than one piece. */
function weigh(value: unknown, heavy: Weights): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS_A_VALUE;
  if (!isContainer(value)) return 1;
  let weight = 1;
  if (Array.isArray(value)) for (const inner of value as readonly unknown[]) weight += weigh(inner, heavy);
  else for (const [name, inner] of Object.entries(value)) weight += 1 + name.length / CHARACTERS_A_VALUE + weigh(inner, heavy);
  if (weight > PIECE_WEIGHT) heavy.set(value, weight);
  return weight;
}

/** Takes a parsed JSON value apart. */
export function* piecesOf(value: unknown): Generator<Piece> {
  const heavy: Weights = new Map();
  weigh(value, heavy);
  yield* placed(null, value, heavy);
}

function* placed(name: string | null, value: unknown, heavy: Weights): Generator<Piece> {
  if (typeof value === 'string' && value.length > TEXT_CHARACTERS) {
    for (let at = 0; at < value.length; at += TEXT_CHARACTERS) {
      const last = at + TEXT_CHARACTERS >= value.length;
      yield { kind: 'text', name, text: value.slice(at, at + TEXT_CHARACTERS), last };
    }
  } else if (isContainer(value) && heavy.has(value)) {
    yield { kind: 'open', name, array: Array.isArray(value) };
    yield* filled(value, heavy);
    yield { kind: 'close' };
  } else {
    yield { kind: 'fill', names: name === null ? null : [name], values: [value] };
  }
}

function* filled(container: Container, heavy: Weights): Generator<Piece> {
  const isArray = Array.isArray(container);
  let names: string[] = [];
  let values: unknown[] = [];
  let weight = 0;
  const flush = function* (): Generator<Piece> {
    if (values.length > 0) yield { kind: 'fill', names: isArray ? null : names, values };
    [names, values, weight] = [[], [], 0];
  };
  for (const [name, inner] of Object.entries(container)) {
    const own = heavy.get(inner as Container) ?? weigh(inner, heavy);
    if (weight + own > PIECE_WEIGHT) yield* flush();
    if (own > PIECE_WEIGHT) {
      yield* placed(isArray ? null : name, inner, heavy);
      continue;
    }
    names.push(name);
    values.push(inner);
    weight += own + 1;
  }
  yield* flush();
}

/** Puts a value together again, a piece at a time. */
export class PieceJoiner {
  readonly #open: (unknown[] | Record<string, unknown>)[] = [];
  /** Holds the whole value in the end. */
  readonly #root: unknown[] = [];
  #text = '';

  get value(): unknown {
    return this.#root[0];
  }

  add(piece: Piece): void {
    switch (piece.kind) {
      case 'open': {
        const container = piece.array ? [] : {};
        this.#put(piece.name, container);
        this.#open.push(container);
        break;
      }
      case 'fill':
        for (const [i, value] of piece.values.entries()) this.#put(piece.names?.[i] ?? null, value);
        break;
      case 'text':
        this.#text += piece.text;
        if (!piece.last) break;
        this.#put(piece.name, this.#text);
        this.#text = '';
        break;
      case 'close':
        this.#open.pop();
    }
  }

  #put(name: string | null, value: unknown): void {
    const target = this.#open.at(-1) ?? this.#root;
    if (Array.isArray(target)) target.push(value);
    // An assignment to this name would change the prototype instead.
    else if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    else target[name ?? ''] = value;
  }
}
