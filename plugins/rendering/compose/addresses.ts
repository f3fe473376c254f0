import type { RenderWarning } from '../contract.ts';
import { walkMarkup } from './html-parser.ts';
import { isCssAttribute, loads } from './markup-rules.ts';

const MAX_LISTED = 20;
const MAX_ADDRESS = 200;
/** RFC 3986: with a scheme an address is whole; a fragment alone is within the document. */
const IS_WHOLE = /^\s*(?:[a-z][a-z0-9+.-]*:|#|$)/i;
/** Elements whose failure to load is told by the page itself. */
const TOLD = new Set(['img']);
const MAY_HAVE_LINK = /<a(?:rea)?\s[^>]{0,2000}\bhref\b/i;

/**
 * Warns of addresses that lead nowhere, as the document has no address of its own that they would be part of. Those that a script makes up
 * are not seen.
 * @param selfContained it loads nothing: only its links are looked at
 */
export function addressWarnings(html: string, selfContained: boolean): RenderWarning[] {
  if (selfContained && !MAY_HAVE_LINK.test(html)) return [];
  const assets = new Set<string>();
  const links = new Set<string>();
  const note = (found: Set<string>, address: string): void => {
    if (!IS_WHOLE.test(address) && found.size < MAX_LISTED) found.add(address.trim().slice(0, MAX_ADDRESS));
  };
  const noteCss = (css: string): void => {
    for (const [, double, single, bare = ''] of css.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))\s*\)/gi))
      note(assets, double ?? single ?? bare);
    for (const [, double, single] of css.matchAll(/@import\s+(?:"([^"]*)"|'([^']*)')/gi)) note(assets, double ?? single ?? '');
  };
  let hasBase = false as boolean;
  let style: string | undefined;
  walkMarkup(html, () => ({
    startTag({ tagName, attrs }) {
      style = tagName === 'style' ? '' : undefined;
      for (const { name, prefix, value } of attrs) {
        const key = prefix === undefined ? name : `${prefix}:${name}`;
        if (tagName === 'base' && name === 'href') hasBase = true;
        else if (name === 'href' && (tagName === 'a' || tagName === 'area')) note(links, value);
        else if (isCssAttribute(key)) noteCss(value);
        else if (!loads(tagName, key) || TOLD.has(tagName)) continue;
        else for (const candidate of key.endsWith('srcset') ? candidatesOf(value) : [value]) note(assets, candidate);
      }
    },
    endTag() {
      if (style !== undefined) noteCss(style);
      style = undefined;
    },
    text(chars) {
      if (style !== undefined) style += chars;
    },
  }));
  if (hasBase) return [];
  return [
    ...[...assets].map((address): RenderWarning => ({
      code: 'ASSET_FAILED',
      message: `${address} could not be loaded: it is relative, and the document has no address to add it to. Write the whole address, or send base_url.`,
      subject: address,
    })),
    ...[...links].map((address): RenderWarning => ({
      code: 'LINK_RELATIVE',
      message: `The link to ${address} leads nowhere: it is relative, and the document has no address to add it to. Write the whole address, or send base_url.`,
      subject: address,
    })),
  ];
}

/** Addresses of a `srcset`; those that are data: URLs have commas of their own, and are whole. */
const candidatesOf = (value: string): string[] =>
  /data:/i.test(value) ? [] : value.split(',').map((candidate) => candidate.trim().split(/\s+/)[0] ?? '');
