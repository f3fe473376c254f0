import type { Model } from 'mongoose';

type Fields = Record<string, unknown>;
type Document = Fields & { readonly _id: string };
type Condition = Readonly<Record<string, unknown>>;

/** Runs one step of the database at a moment of the caller's choice; each step is atomic. */
export type Gate = <R>(step: () => R) => Promise<R>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
const isEqual = (a: unknown, b: unknown): boolean => comparable(a ?? null) === comparable(b ?? null);
const isBelow = (a: unknown, b: unknown): boolean =>
  a !== null && a !== undefined && b !== null && (comparable(a) as number) < (comparable(b) as number);

function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((one: unknown) => copy(one)) as T;
  if (!isFields(value)) return value;
  const copied: Fields = {};
  for (const name of Object.keys(value)) copied[name] = copy(value[name]);
  return copied as T;
}

/** The values a dotted path means; through an array, those of each element. */
function valuesAt(document: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [document];
  if (Array.isArray(document)) {
    if (/^\d+$/.test(name)) return valuesAt(document[Number(name)], rest);
    return document.flatMap((one: unknown) => valuesAt(one, path));
  }
  return isFields(document) ? valuesAt(document[name], rest) : [undefined];
}

const OPERATORS: Readonly<Record<string, (values: readonly unknown[], operand: unknown) => boolean>> = {
  $ne: (values, operand) => !values.some((value) => isEqual(value, operand)),
  $in: (values, operand) => values.some((value) => (operand as unknown[]).some((one) => isEqual(value, one))),
  $lt: (values, operand) => values.some((value) => isBelow(value, operand)),
  $lte: (values, operand) => values.some((value) => isBelow(value, operand) || (value !== undefined && isEqual(value, operand))),
  $exists: (values, operand) => values.some((value) => value !== undefined) === operand,
};

function matches(document: Fields, filter: Condition): boolean {
  return Object.entries(filter).every(([path, wanted]) => {
    if (path === '$or') return (wanted as Condition[]).some((one) => matches(document, one));
    if (path === '$and') return (wanted as Condition[]).every((one) => matches(document, one));
    const found = valuesAt(document, path.split('.'));
    const values = found.flatMap((value) => (Array.isArray(value) ? [value, ...(value as unknown[])] : [value]));
    if (!isFields(wanted)) return values.some((value) => isEqual(value, wanted)) || (wanted === null && values.length === 0);
    return Object.entries(wanted).every(([operator, operand]) => {
      const test = OPERATORS[operator];
      if (test === undefined) throw new Error(`the operator ${operator} is not known here`);
      return test(values, operand);
    });
  });
}

/** The object that holds the last part of a path. */
function holderOf(document: Fields, path: string): [Fields, string] {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let holder = document;
  for (const name of names) {
    const inner = holder[name];
    if (!isFields(inner)) throw new Error(`${path}: there is no ${name} to change`);
    holder = inner;
  }
  return [holder, last];
}

const eachOf = (value: unknown): unknown[] => (isFields(value) && '$each' in value ? (value['$each'] as unknown[]) : [value]);

const CHANGES: Readonly<Record<string, (holder: Fields, name: string, value: unknown) => void>> = {
  $set: (holder, name, value) => (holder[name] = copy(value)),
  $inc: (holder, name, value) => (holder[name] = ((holder[name] ?? 0) as number) + (value as number)),
  $push: (holder, name, value) => (holder[name] = [...((holder[name] ?? []) as unknown[]), ...eachOf(copy(value))]),
  $addToSet: (holder, name, value) => {
    const list = (holder[name] ?? []) as unknown[];
    holder[name] = [...list, ...eachOf(value).filter((one) => !list.includes(one))];
  },
  $pull: (holder, name, value) => {
    const goes = (one: unknown): boolean => (isFields(one) ? matches(one, value as Condition) : matches({ one }, { one: value }));
    holder[name] = ((holder[name] ?? []) as unknown[]).filter((one) => !goes(one));
  },
};

function change(document: Fields, update: Readonly<Record<string, Fields>>): void {
  for (const [operator, fields] of Object.entries(update)) {
    const apply = CHANGES[operator];
    if (apply === undefined) throw new Error(`the update ${operator} is not known here`);
    for (const [path, value] of Object.entries(fields)) apply(...holderOf(document, path), value);
  }
}

/** A query of mongoose as far as it is used: sorted, cut, and read without models. */
class Query<R> implements PromiseLike<R> {
  readonly #run: (limit: number) => Promise<R>;
  #limit = Infinity;

  constructor(run: (limit: number) => Promise<R>) {
    this.#run = run;
  }

  sort(): this {
    return this; // documents lie in the order in which they were made
  }

  limit(limit: number): this {
    this.#limit = limit;
    return this;
  }

  lean(): Promise<R> {
    return this.#run(this.#limit);
  }

  then<A = R, B = never>(done?: ((value: R) => A | PromiseLike<A>) | null, failed?: ((error: unknown) => B | PromiseLike<B>) | null) {
    return this.lean().then(done, failed);
  }
}

/** One collection in memory, with as much of MongoDB's language as the code under test speaks; anything else throws. */
export class MemoryCollection<T extends { _id: string }> {
  readonly documents = new Map<string, Document>();
  onDelete: (document: T) => void = () => undefined;

  /** As a process sees it, each of whose steps passes its gate. */
  model(gate: Gate): Model<T> {
    const all = (filter: Condition): Document[] => {
      const { _id } = filter;
      const named = typeof _id === 'string' ? [this.documents.get(_id)] : [...this.documents.values()];
      return named.filter((document) => document !== undefined && matches(document, filter)) as Document[];
    };
    const insert = (document: Document): void => {
      if (this.documents.has(document._id)) throw Object.assign(new Error('duplicate key'), { code: 11_000 });
      this.documents.set(document._id, copy(document));
    };
    const remove = (document: Document | undefined): Document | null => {
      if (document === undefined) return null;
      this.documents.delete(document._id);
      this.onDelete(document as unknown as T);
      return document;
    };
    const update = (found: readonly Document[], step: Readonly<Record<string, Fields>>) => {
      for (const document of found) change(document, step);
      return { modifiedCount: found.length };
    };
    const model = {
      find: (filter: Condition) => new Query((limit) => gate(() => all(filter).slice(0, limit).map(copy))),
      findOne: (filter: Condition) => new Query(() => gate(() => copy(all(filter)[0] ?? null))),
      findById: (id: string) => new Query(() => gate(() => copy(this.documents.get(id) ?? null))),
      findOneAndUpdate: (filter: Condition, step: Readonly<Record<string, Fields>>, { returnDocument = 'before' }) =>
        new Query(() =>
          gate(() => {
            const [document] = all(filter);
            if (document === undefined) return null;
            const before = copy(document);
            change(document, step);
            return returnDocument === 'after' ? copy(document) : before;
          }),
        ),
      findOneAndDelete: (filter: Condition) => new Query(() => gate(() => remove(all(filter)[0]))),
      updateOne: (filter: Condition, step: Readonly<Record<string, Fields>>) => gate(() => update(all(filter).slice(0, 1), step)),
      updateMany: (filter: Condition, step: Readonly<Record<string, Fields>>) => gate(() => update(all(filter), step)),
      deleteOne: (filter: Condition) => gate(() => ({ deletedCount: remove(all(filter)[0]) === null ? 0 : 1 })),
      deleteMany: (filter: Condition) => gate(() => ({ deletedCount: all(filter).map(remove).length })),
      create: (document: Document) => gate(() => insert(document)),
      insertMany: (documents: readonly Document[]) =>
        gate(() => {
          const failures = documents.flatMap((document) => {
            try {
              insert(document);
              return [];
            } catch (error) {
              return [error];
            }
          });
          if (failures.length > 0) throw failures[0];
        }),
    };
    return model as unknown as Model<T>;
  }
}
