import { Readable } from 'node:stream';
import {
  type Cursor,
  decodeCursor,
  defineExtensionPoint,
  definePort,
  type PageRequest,
  RateLimited,
  type Route,
  routeName,
} from '../../server/contract/index.ts';

/** Where the dashboard is. */
export interface DashboardAddress {
  url(): string;
}
export const DashboardAddress = definePort<DashboardAddress>('dashboard/address');

const claim = ({ path }: { readonly path: string }): string => `page ${path}`;

export const DashboardPages = defineExtensionPoint<DashboardPage>('dashboard/pages', { claim });
export const PageFiles = defineExtensionPoint<PageFile>('dashboard/page-files', { claim });
export const OverviewCards = defineExtensionPoint<OverviewCard>('dashboard/cards');
/** Routes for the browser modules of pages: answered to who is signed in, below `/dashboard/api`, as all routes for keys are. */
export const SessionRoutes = defineExtensionPoint<Route>('dashboard/session-routes', { claim: routeName });

/** Who looks at a page, and at which. */
export interface PageContext {
  readonly account: PageAccount;
  /** The `:names` of the page's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The visitor's network address. */
  readonly address: string;
  /** The API's address for callers, without a slash at the end. */
  readonly apiUrl: string;
}

export interface PageAccount {
  readonly id: string;
  readonly email: string;
  readonly plan: string;
  /** Runs the hub: sees what concerns all accounts. */
  readonly operator: boolean;
}

/** Whose plan decides: the account of whoever looks at a page. */
export const planOwnerOf = ({ id, plan }: PageAccount) => ({ accountId: id, plan });

/** A page of the dashboard as data: every string is text, which the dashboard escapes and lays out. */
export interface DashboardPage {
  /** Below the dashboard's root, unique across plugins: `/history/:id`. */
  readonly path: `/${string}`;
  readonly title: string;
  /** Its place in the navigation; absent for a page that others lead to. */
  readonly menu?: { readonly section: MenuSection; readonly order: number };
  /** Every signed-in account when absent; `anyone` needs no account, and its page must not look at it. */
  readonly audience?: 'operator' | 'anyone';
  /** Absolute path of a browser module, TypeScript or JavaScript; it draws the page's `app` block. */
  readonly module?: string;
  /** @throws NotFound, also for what belongs to another account */
  load(context: PageContext): Promise<PageView>;
  /** What the page's forms do, by the name in the form's `action`. */
  readonly actions?: Readonly<Record<string, PageAction>>;
}

/** In their order. */
export const MENU_SECTIONS = ['Documents', 'Templates', 'Developers', 'Settings', 'Operator'] as const;
export type MenuSection = (typeof MENU_SECTIONS)[number];

export interface PageView {
  /** The page's own title when absent. */
  readonly title?: string;
  /** Where the page belongs, outermost first. */
  readonly crumbs?: readonly PageLink[];
  readonly blocks: readonly Block[];
  /** Loads itself anew while something runs. */
  readonly refreshSeconds?: number;
}

export interface PageAction {
  /** Makes or reveals a secret: asks for the password unless it was given lately. */
  readonly confirmsPassword?: boolean;
  /** @throws HubError, shown at the form; its fields beside the inputs of the same name */
  run(context: PageContext, form: URLSearchParams): Promise<ActionOutcome>;
}

/** Another page with a sentence on what was done, or a view that is shown once and never again. */
export type ActionOutcome = { readonly goTo: string; readonly flash?: string } | { readonly view: PageView };

/** Bytes behind a page, such as a picture; private to the account unless `shared`. */
export interface PageFile {
  readonly path: `/${string}`;
  /** Every signed-in account when absent. */
  readonly audience?: 'operator';
  read(context: PageContext): Promise<{
    readonly type: string;
    readonly body: Uint8Array | Readable;
    /** What a browser saves it as. */
    readonly filename?: string;
    /** Saved, never shown. */
    readonly isDownload?: boolean;
    /** Seconds a browser may keep it; not at all when absent. */
    readonly keepFor?: number;
  }>;
}

/** A part of the first page. */
export interface OverviewCard {
  readonly order: number;
  load(context: PageContext): Promise<readonly Block[]>;
}

export interface PageLink {
  readonly text: string;
  /** Below the dashboard's root, or a whole URL. */
  readonly href: string;
}
export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'busy';

export type Cell =
  | string
  | PageLink
  | { readonly badge: string; readonly tone: Tone }
  | { readonly code: string }
  | { readonly time: Date | null; readonly none?: string }
  | { readonly button: Button }
  | { readonly lines: readonly Cell[] };

export interface Button {
  readonly text: string;
  /** An action of this page, or of the page `at`. */
  readonly action: string;
  readonly at?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly tone?: 'primary' | 'plain' | 'danger';
  /** A question that must be answered first. */
  readonly confirm?: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'password' | 'date' | 'url' | 'area' | 'select' | 'checks' | 'search';
  readonly value?: string;
  readonly values?: readonly string[];
  readonly options?: readonly { readonly value: string; readonly text: string }[];
  readonly hint?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?: string;
}

export interface Series {
  readonly name: string;
  readonly tone: Tone;
  readonly values: readonly number[];
}

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly text: string; readonly link?: PageLink }
  | { readonly kind: 'section'; readonly title: string; readonly text?: string; readonly blocks: readonly Block[] }
  /** A section that is closed until somebody opens it. */
  | { readonly kind: 'fold'; readonly title: string; readonly text: string; readonly blocks: readonly Block[] }
  /** An input whose text takes the place of a word in the page's code, and is sent nowhere. */
  | { readonly kind: 'fill'; readonly label: string; readonly word: string; readonly hint: string }
  | { readonly kind: 'tiles'; readonly tiles: readonly { readonly label: string; readonly value: string; readonly note?: string }[] }
  | {
      readonly kind: 'meter';
      readonly label: string;
      readonly value: number;
      readonly max: number | null;
      readonly note?: string;
      /** Being full is the aim, not the end of an allowance. */
      readonly isProgress?: boolean;
    }
  | {
      readonly kind: 'chart';
      readonly title: string;
      readonly unit: string;
      /** What the labels are: days, times. */
      readonly across: string;
      readonly labels: readonly string[];
      readonly series: readonly Series[];
    }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      readonly empty: string;
    }
  | { readonly kind: 'facts'; readonly facts: readonly { readonly label: string; readonly value: Cell }[] }
  | {
      readonly kind: 'filters';
      readonly fields: readonly Field[];
      /** The page file that holds the filtered list. */
      readonly download?: string;
    }
  | { readonly kind: 'pager'; readonly newer?: string | undefined; readonly older?: string | undefined }
  | {
      readonly kind: 'form';
      readonly action: string;
      readonly fields: readonly Field[];
      readonly submit: string;
      readonly tone?: 'primary' | 'plain' | 'danger';
    }
  | { readonly kind: 'buttons'; readonly buttons: readonly (Button | PageLink)[] }
  /** Text to copy; `secret` says that it is shown this once. */
  | { readonly kind: 'copy'; readonly label: string; readonly text: string; readonly secret?: boolean }
  | { readonly kind: 'code'; readonly title: string; readonly samples: readonly { readonly label: string; readonly text: string }[] }
  | {
      readonly kind: 'pictures';
      readonly pictures: readonly { readonly src: string; readonly alt: string; readonly href?: string }[];
    }
  | { readonly kind: 'frame'; readonly src: string; readonly title: string }
  | { readonly kind: 'gallery'; readonly cards: readonly GalleryCard[]; readonly empty: string }
  /** Drawn by the page's browser module from `props`, which are JSON. */
  | { readonly kind: 'app'; readonly props: unknown };

export interface GalleryCard {
  readonly title: string;
  readonly text: string;
  readonly label?: string;
  readonly picture?: string;
  readonly href?: string;
  readonly buttons?: readonly Button[];
}

/** The part of a list that the query of a page asks for; the first part for an invalid cursor. */
export function pageRequestOf(query: URLSearchParams, limit: number): PageRequest {
  return { limit, offset: 0, cursor: decodeCursor(query.get('cursor') ?? '') };
}

const DAY_MS = 86_400_000;

/** What the date fields `from` and `to` of a list ask for: whole days, in UTC, both included. */
export function dayRange(query: URLSearchParams): { readonly from?: Date; readonly to?: Date } {
  const day = (name: string): number => {
    const text = query.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  };
  const [from, to] = [day('from'), day('to')];
  return { ...(Number.isNaN(from) ? {} : { from: new Date(from) }), ...(Number.isNaN(to) ? {} : { to: new Date(to + DAY_MS) }) };
}

/** Links to the first and the next part of a list at `path`, its filters kept. */
export function pager(path: string, query: URLSearchParams, next: string | null): Block {
  const filters = [...query].filter(([name, value]) => name !== 'cursor' && value !== '');
  const href = (cursor: string | undefined): string => {
    const words = new URLSearchParams([...filters, ...(cursor === undefined ? [] : [['cursor', cursor] as [string, string]])]).toString();
    return words === '' ? path : `${path}?${words}`;
  };
  return { kind: 'pager', newer: query.has('cursor') ? href(undefined) : undefined, older: next === null ? undefined : href(next) };
}

export type CsvValue = string | number | Date | null;

/** A list as a file for spreadsheets (RFC 4180). */
export interface CsvFile<Row extends Cursor> {
  readonly path: `/${string}`;
  readonly audience?: 'operator';
  readonly filename: string;
  readonly columns: readonly string[];
  /** One row more than the limit when there are more, newest first; the same filters as the page of the list. */
  read(context: PageContext, request: PageRequest): Promise<readonly Row[]>;
  present(row: Row): readonly CsvValue[];
}

const CSV_ROWS = 500;
/** With it, spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Text that a spreadsheet would run as a formula begins with an apostrophe, as OWASP advises. */
export function csvLine(values: readonly CsvValue[]): string {
  const cells = values.map((value) => {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const text = value instanceof Date ? value.toISOString() : /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(',')}\r\n`;
}

async function* csvLines<Row extends Cursor>(
  { columns, present }: CsvFile<Row>,
  read: (request: PageRequest) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  let cursor: Cursor | undefined;
  do {
    const found = await read({ limit: CSV_ROWS, offset: 0, cursor });
    const page = found.slice(0, CSV_ROWS);
    yield page.map((row) => csvLine(present(row))).join('');
    const last = page.at(-1);
    cursor = found.length > CSV_ROWS && last !== undefined ? { createdAt: last.createdAt, id: last.id } : undefined;
  } while (cursor !== undefined);
}

/** Read from the database as fast as the browser takes it; one at a time for each account. */
export function csvFile<Row extends Cursor>(file: CsvFile<Row>): PageFile {
  const busy = new Set<string>();
  return {
    path: file.path,
    ...(file.audience === undefined ? {} : { audience: file.audience }),
    async read(context) {
      const { id } = context.account;
      if (busy.has(id)) throw RateLimited('An export of this list is still running. Try again when it is finished.', { retryAfter: 5 });
      busy.add(id);
      const body = Readable.from(csvLines(file, (request) => file.read(context, request)));
      body.once('close', () => busy.delete(id));
      return { type: 'text/csv; charset=utf-8', body, filename: file.filename, isDownload: true };
    },
  };
}
