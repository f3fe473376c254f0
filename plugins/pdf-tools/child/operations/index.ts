import { type ChildInput, OwnFault, type Parent, type ToolResult } from '../protocol.ts';

type Run<Options> = (pdfs: readonly ChildInput[], options: Options, parent: Parent) => Promise<ToolResult>;

/** An operation on one PDF. */
const onOne =
  <Options>(load: () => Promise<(input: ChildInput, options: Options, parent: Parent) => Promise<ToolResult>>) =>
  async (): Promise<Run<Options>> => {
    const run = await load();
    return async ([input], options, parent) => {
      if (input === undefined) throw new OwnFault('there is no PDF');
      return run(input, options, parent);
    };
  };

/** Each is loaded when it is first needed: a child starts in half the time. */
const LOADERS = {
  'list-fields': onOne(async () => (await import('./list-fields.ts')).listFields),
  fill: onOne(async () => (await import('./fill-fields.ts')).fillFields),
  'add-fields': onOne(async () => (await import('./add-fields.ts')).addFields),
  sign: onOne(async () => (await import('./sign.ts')).sign),
  protect: onOne(async () => (await import('./protect.ts')).protect),
  split: onOne(async () => (await import('./split.ts')).split),
  pdfa: onOne(async () => (await import('../../pdfa/convert.ts')).convertToPdfa),
  info: onOne(async () => (await import('./info.ts')).info),
  watermark: onOne(async () => (await import('./watermark.ts')).watermark),
  preview: onOne(async () => (await import('./preview.ts')).preview),
  merge: async () => (await import('./merge.ts')).merge,
};

export type OperationName = keyof typeof LOADERS;

/** What each operation takes besides its PDFs. */
export type OptionsOf = { readonly [N in OperationName]: Parameters<Awaited<ReturnType<(typeof LOADERS)[N]>>>[1] };

/** An operation with its own options, as the hub sends it to a child. */
export interface OperationRequest<N extends OperationName = OperationName> {
  readonly operation: N;
  readonly options: OptionsOf[N];
}

const OPERATIONS: { readonly [N in OperationName]: () => Promise<Run<OptionsOf[N]>> } = LOADERS;

export async function runOperation<N extends OperationName>(
  { operation, options }: OperationRequest<N>,
  pdfs: readonly ChildInput[],
  parent: Parent,
): Promise<ToolResult> {
  const run = await OPERATIONS[operation]();
  return run(pdfs, options, parent);
}
