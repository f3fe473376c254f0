import { invalidFields } from '../../server/contract/index.ts';

/** The bytes of a picture sent as base64; what they are is found out in the child. */
export function decodeImage(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  const plain = text.replace(/^data:[^,]{0,100},/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw invalidFields([{ field: 'image', message: 'must be a PNG or JPEG as base64' }]);
  return new Uint8Array(Buffer.from(plain, 'base64'));
}
