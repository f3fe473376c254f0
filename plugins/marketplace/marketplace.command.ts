import { type Command, ValidationError } from '../../server/contract/index.ts';
import { COMMAND } from '../audit/contract.ts';
import type { TemplateCatalog } from '../templates/contract.ts';

const USAGE = `marketplace unpublish TEMPLATE_ID
  Hides a template from everybody but its owner, at once. To keep an owner from publishing again: account disable EMAIL`;

/** The operator's way to listings that should not be there. */
export const marketplaceCommand = (catalog: TemplateCatalog): Command => ({
  name: 'marketplace',
  summary: 'takes a listing out of the marketplace',
  async run([verb, id], print) {
    if (verb !== 'unpublish' || id === undefined) throw ValidationError(USAGE);
    const listed = await catalog.findPublic(id);
    if (listed === undefined) throw ValidationError(`there is no public template ${id}`);
    await catalog.unpublish(listed.accountId, id, COMMAND);
    print(`${listed.name} (${id}) of ${listed.accountId} is no longer public; copies stay with who made them.`);
  },
});
