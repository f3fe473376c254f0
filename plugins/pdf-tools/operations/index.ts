import { type ChildInput, OwnFault, type Parent, type ToolResult } from '../child/protocol.ts';

type Operation = (pdfs: readonly ChildInput[], options: unknown, parent: Parent) => Promise<ToolResult>;

/** An operation on one PDF; its options were checked by the route that sent them. */
const onOne =
  (run: (input: ChildInput, options: never, parent: Parent) => Promise<ToolResult>): Operation =>
  ([input], options, parent) => {
    if (input === undefined) throw new OwnFault('there is no PDF');
    return run(input, options as never, parent);
  };

/** Each is loaded when it is first needed: a child starts in half the time. */
export const OPERATIONS: Readonly<Record<string, () => Promise<Operation>>> = {
  'list-fields': async () => onOne((await import('./list-fields.ts')).listFields),
  fill: async () => onOne((await import('./fill-fields.ts')).fillFields),
  'add-fields': async () => onOne((await import('./add-fields.ts')).addFields),
  sign: async () => onOne((await import('./sign.ts')).sign),
  protect: async () => onOne((await import('./protect.ts')).protect),
  split: async () => onOne((await import('./split.ts')).split),
  pdfa: async () => onOne((await import('../pdfa/convert.ts')).convertToPdfa),
  info: async () => onOne((await import('./info.ts')).info),
  watermark: async () => onOne((await import('./watermark.ts')).watermark),
  preview: async () => onOne((await import('./preview.ts')).preview),
  merge: async () => {
    const { merge } = await import('./merge.ts');
    return (pdfs, options) => merge(pdfs, options as Parameters<typeof merge>[1]);
  },
};
