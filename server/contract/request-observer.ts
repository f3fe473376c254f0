/** A request that was answered. Nothing of its address, body or reply beyond the error. */
export interface AnsweredRequest {
  /** As `X-Request-Id` has it; a caller may have chosen it, so it need not be unique. */
  readonly id: string;
  readonly at: Date;
  /** Method and declared path, such as `GET /v1/generations/:id`; undefined where no route answered. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** Undefined for a caller who was not known. */
  readonly accountId: string | undefined;
  /** Undefined for a caller who has a session and no key. */
  readonly keyId: string | undefined;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

/** Is told of every request once its reply is made. It is called in the way of replies: it remembers, and works later. */
export type RequestObserver = (request: AnsweredRequest) => void;
