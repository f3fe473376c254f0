import type { Route } from '../../../server/contract/index.ts';
import { addFields } from './add-fields.ts';
import { fillFields } from './fill-fields.ts';
import { info } from './info.ts';
import { listFields } from './list-fields.ts';
import { merge } from './merge.ts';
import type { RouteContext } from './operation.ts';
import { pdfa } from './pdfa.ts';
import { preview } from './preview.ts';
import { protect } from './protect.ts';
import { sign } from './sign.ts';
import { split } from './split.ts';
import { watermark } from './watermark.ts';

const OPERATIONS = [listFields, fillFields, addFields, sign, protect, split, pdfa, merge, watermark, info, preview];

export const pdfToolRoutes = (context: RouteContext): Route[] => OPERATIONS.map(({ route }) => route(context));
