import { randomUUID } from 'node:crypto';

export interface LeaseOptions<Token extends string, Until extends string> {
  /** The fields of the record that hold the lease. */
  readonly token: Token;
  readonly until: Until;
  readonly durationMs: number;
  readonly clock: () => Date;
}

/** What the queries and changes of leased records have in common; a lease that is not extended in time ends by itself. */
export interface LeaseTerms<Token extends string, Until extends string> {
  /** Of a new holder. */
  grant(): Record<Token, string> & Record<Until, Date>;
  extension(): Record<Until, Date>;
  readonly released: Record<Token | Until, null>;
  /** Matches records that nobody holds. */
  free(): { $or: [Record<Until, null>, Record<Until, { $lt: Date }>] };
  /** Extends a lease until the returned function is called. */
  keep(extend: (extension: Record<Until, Date>) => Promise<unknown>, onError: (error: unknown) => void): () => void;
}

/** Extensions come so often within the duration of a lease. */
const EXTENSIONS = 3;

export function leaseTerms<Token extends string, Until extends string>({
  token,
  until,
  durationMs,
  clock,
}: LeaseOptions<Token, Until>): LeaseTerms<Token, Until> {
  const of = <Field extends string, Value>(field: Field, value: Value) => ({ [field]: value }) as Record<Field, Value>;
  const extension = () => of(until, new Date(clock().getTime() + durationMs));
  return {
    grant: () => ({ ...of(token, randomUUID()), ...extension() }),
    extension,
    released: { ...of(token, null), ...of(until, null) },
    free: () => ({ $or: [of(until, null), of(until, { $lt: clock() })] }),
    keep(extend, onError) {
      const timer = setInterval(() => {
        extend(extension()).catch(onError);
      }, durationMs / EXTENSIONS);
      return () => {
        clearInterval(timer);
      };
    },
  };
}
