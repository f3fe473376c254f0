/** Stand for what differs from hub to hub, in bodies and paths of cases. */
export const UPSTREAM = 'FUZZ_UPSTREAM';
export const OWN_TEMPLATE = 'FUZZ_OWN_TEMPLATE';
export const OWN_DOCUMENT = 'FUZZ_OWN_DOCUMENT';
/** Ids of the account that renders the control document. */
export const FOREIGN = { template: 'FUZZ_FOREIGN_TEMPLATE', document: 'FUZZ_FOREIGN_DOCUMENT' } as const;

export type Group = 'document' | 'template' | 'react' | 'batch' | 'pdf' | 'body' | 'upstream';

/** What a document of a case holds, to tell it from all others. */
export interface Mark {
  readonly text: string;
  /** Nothing in the document can hide it. */
  readonly isSure: boolean;
}

/** One request, complete: what is written down is enough to send it again. */
export interface FuzzCase {
  readonly group: Group;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of `body`; UTF-8 when absent. */
  readonly encoding?: 'base64';
  /** Of the document it asks for, or of the batch's items in their order. */
  readonly marks?: readonly Mark[];
}

export const jsonCase = (group: Group, path: string, body: unknown, method = 'POST'): FuzzCase => ({
  group,
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** `path` on the upstream, which answers by these numbers alone. */
export const upstreamUrl = (seed: number, suffix = ''): string => `${UPSTREAM}/${String(seed)}${suffix}`;
