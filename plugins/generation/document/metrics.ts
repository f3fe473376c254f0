import type { Metrics } from '../../../server/contract/index.ts';
import type { Lease } from '../contract.ts';

export type CountDocument = (outcome: 'completed' | 'failed', lease: Lease) => void;

/** Documents by how they ended; a request that was only wrong is none. */
export function countDocuments(metrics: Metrics): CountDocument {
  const count = metrics.counter({
    name: 'platen_documents_total',
    help: 'Documents that ended, alone or as an item of a batch.',
    labels: ['outcome', 'kind'],
  });
  return (outcome, { batch }) => {
    count({ outcome, kind: batch === null ? 'single' : 'item' });
  };
}
