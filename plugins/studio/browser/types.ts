export interface Options {
  readonly format?: string | object;
  readonly orientation?: 'portrait' | 'landscape';
  readonly margin?: string | number | object;
  readonly header?: string;
  readonly footer?: string;
  readonly printBackground?: boolean;
  readonly fit?: string;
  readonly locale?: string;
  readonly timezone?: string;
  readonly currency?: string;
}

export interface Props {
  readonly template: {
    readonly id: string;
    readonly name: string;
    readonly html: string;
    readonly version: number;
    readonly isPublic: boolean;
    readonly category: string | null;
    readonly description: string | null;
  };
  readonly data: string;
  readonly options: Options;
  readonly helpers: readonly string[];
  readonly can: { readonly draw: boolean; readonly publish: boolean };
  readonly apiUrl: string;
}

interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface Rendered {
  readonly pdf: string;
  readonly pages: number;
  readonly ms: number;
  readonly warnings: readonly Warning[];
}

/** What is rendered: a text, its data, its page options. */
export interface Draft {
  readonly html: string;
  readonly data: unknown;
  readonly options: Options;
}
