import { type ChildInput, Refused, type ToolResult } from '../protocol.ts';
import { openPdf, refuseSigned } from '../../document/open.ts';
import { preparedPassword } from '../../document/password.ts';
import { collectGarbage, dropClaims, WITHOUT_PAUSES } from '../../document/save.ts';

export interface ProtectOptions {
  readonly maxPages: number;
  readonly ownerPassword: string;
  readonly userPassword?: string | undefined;
  readonly printing: boolean;
  readonly copying: boolean;
  readonly modifying: boolean;
}

/** AES-256 (revision 6). Without a user's password the file opens freely and the permissions apply. */
export async function protect(input: ChildInput, options: ProtectOptions): Promise<ToolResult> {
  const ownerPassword = prepared('owner_password', options.ownerPassword);
  const userPassword = prepared('user_password', options.userPassword ?? '');
  if (ownerPassword === userPassword) throw new Refused({ field: 'owner_password', message: 'must differ from user_password' });
  const { document } = await openPdf(input, { maxPages: options.maxPages, writes: true });
  refuseSigned(document);
  const warnings = dropClaims(document);
  await collectGarbage(document);
  const { printing, copying, modifying } = options;
  document.encrypt({
    ...{ ownerPassword, userPassword },
    permissions: {
      printing: printing ? 'highResolution' : false,
      copying,
      modifying,
      annotating: modifying,
      fillingForms: modifying,
      documentAssembly: modifying,
      contentAccessibility: true,
    },
  });
  // Without object streams the library leaves strings in clear.
  const file = await document.save({ ...WITHOUT_PAUSES, updateFieldAppearances: false, addDefaultPage: false, useObjectStreams: true });
  return { files: [file], warnings };
}

function prepared(field: string, password: string): string {
  const found = preparedPassword(password);
  if (found !== undefined && (found !== '' || password === '')) return found;
  const message = 'must have letters of one direction only, no control characters, and one that is seen (SASLprep, RFC 4013)';
  throw new Refused({ field, message });
}
