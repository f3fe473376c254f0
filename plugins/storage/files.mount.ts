import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { contentDisposition, type HubContext, type HubRouter, NotFound } from '../../server/contract/index.ts';
import { LinkExpired, RangeNotSatisfiable } from './errors.ts';
import { isSigned } from './link-signer.ts';
import { mediaTypeOf } from './contract.ts';
import { type ByteRange, isFileKey, type ObjectStore } from './object-store.ts';

export interface FileMountOptions {
  readonly store: ObjectStore;
  readonly secret: string;
  readonly clock: () => Date;
}

/** Streams files to whoever holds a signed link: no key, no cookies, no listing. */
export function mountFiles(router: HubRouter, { store, secret, clock }: FileMountOptions): void {
  router.get('/files/:year/:month/:day/:name', async (ctx) => {
    ctx.state.route = 'GET /files/*';
    const { year = '', month = '', day = '', name = '' } = ctx.params;
    const key = [year, month, day, name].join('/');
    const filename = single(ctx, 'name');
    const expires = Number(single(ctx, 'expires'));
    if (!isFileKey(key) || !isSigned(secret, { key, expires, filename }, single(ctx, 'signature'))) {
      throw NotFound('There is no file at this link.');
    }
    if (expires * 1000 <= clock().getTime()) throw LinkExpired('This link has expired; fetch the document again for a fresh one.');

    const disposition = single(ctx, 'download') === '1' ? 'attachment' : 'inline';
    const size = await store.size(key);
    if (store.redirectTo !== undefined) {
      ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      ctx.redirect(await store.redirectTo(key, contentDisposition(disposition, filename)));
      return;
    }
    // A file never changes under its key.
    const etag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`;
    ctx.set({
      ETag: etag,
      'Content-Type': mediaTypeOf(key),
      'Content-Disposition': contentDisposition(disposition, filename),
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, max-age=300',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    const known = ctx
      .get('if-none-match')
      .split(',')
      .map((tag) => tag.trim());
    // Compared as weak ones are, whatever they are (RFC 9110, 13.1.2).
    if (known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) ctx.status = 304;
    else await sendRange(ctx, store, key, size);
  });
}

function single(ctx: HubContext, name: string): string {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : '';
}

async function sendRange(ctx: HubContext, store: ObjectStore, key: string, size: number): Promise<void> {
  // A part that is to continue another file is the whole of this one (RFC 9110, 13.1.5).
  const isOther = ctx.get('if-range') !== '' && ctx.get('if-range') !== ctx.response.get('etag');
  const asked = isOther ? null : /^bytes=(\d*)-(\d*)$/i.exec(ctx.get('range'));
  let range: ByteRange = { start: 0, end: size - 1 };
  if (asked !== null && (asked[1] !== '' || asked[2] !== '')) {
    const suffix = asked[1] === '';
    range = {
      start: suffix ? Math.max(0, size - Number(asked[2])) : Number(asked[1]),
      end: suffix || asked[2] === '' ? size - 1 : Math.min(Number(asked[2]), size - 1),
    };
    if (range.start > range.end || range.start >= size) {
      for (const name of ['Content-Disposition', 'Content-Type', 'Cache-Control', 'ETag']) ctx.remove(name);
      throw RangeNotSatisfiable(`The file has ${String(size)} bytes; ask for a range within them.`, {
        headers: { 'Content-Range': `bytes */${String(size)}` },
      });
    }
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${String(range.start)}-${String(range.end)}/${String(size)}`);
  } else {
    ctx.status = 200;
  }
  ctx.set('Content-Length', String(range.end - range.start + 1));
  if (ctx.method === 'HEAD') return;
  // An empty file has no first byte to ask for.
  const { stream } = await store.open(key, size === 0 ? undefined : range);
  ctx.respond = false;
  ctx.res.statusCode = ctx.status;
  await pipeline(stream, ctx.res).catch((error: unknown) => {
    if (!ctx.res.destroyed) throw error; // a reader that hangs up is no fault of ours
  });
}
