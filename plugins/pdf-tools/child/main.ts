import { OPERATIONS } from '../operations/index.ts';
import { type ChildReply, type ChildRequest, Refused, Unconvertible } from './protocol.ts';

async function answer({ operation, pdfs, options }: ChildRequest): Promise<ChildReply> {
  try {
    const run = OPERATIONS[operation];
    if (run === undefined) throw new Error('there is no such operation');
    return { kind: 'done', result: await run(pdfs, options) };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', problems: error.problems };
    if (error instanceof Unconvertible) return { kind: 'unconvertible', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (request: ChildRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.({ kind: 'ready' } satisfies ChildReply);
