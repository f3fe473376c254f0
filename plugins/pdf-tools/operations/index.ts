import type { Ask, ChildInput, ToolResult } from '../child/protocol.ts';
import { convertToPdfa } from '../pdfa/convert.ts';
import { addFields } from './add-fields.ts';
import { fillFields } from './fill-fields.ts';
import { info } from './info.ts';
import { listFields } from './list-fields.ts';
import { merge } from './merge.ts';
import { preview } from './preview.ts';
import { protect } from './protect.ts';
import { sign } from './sign.ts';
import { split } from './split.ts';
import { watermark } from './watermark.ts';

type Operation = (pdfs: readonly ChildInput[], options: unknown, ask: Ask) => Promise<ToolResult>;

/** An operation on one PDF; its options were checked by the route that sent them. */
const onOne =
  (run: (input: ChildInput, options: never, ask: Ask) => Promise<ToolResult>): Operation =>
  ([input], options, ask) => {
    if (input === undefined) throw new Error('there is no PDF');
    return run(input, options as never, ask);
  };

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'list-fields': onOne(listFields),
  fill: onOne(fillFields),
  'add-fields': onOne(addFields),
  sign: onOne(sign),
  protect: onOne(protect),
  split: onOne(split),
  pdfa: onOne(convertToPdfa),
  info: onOne(info),
  watermark: onOne(watermark),
  preview: onOne(preview),
  merge: (pdfs, options) => merge(pdfs, options as Parameters<typeof merge>[1]),
};
