const MAX_BYTES = 1024 * 1024;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What XMP metadata says of a document (ISO 16684-1); for files whose information dictionary says nothing. */
export interface XmpFacts {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly subject: string | undefined;
  readonly keywords: string | undefined;
  readonly creator: string | undefined;
  readonly producer: string | undefined;
  readonly createdAt: string | undefined;
  readonly modifiedAt: string | undefined;
}

export function readXmp(packet: Uint8Array): XmpFacts {
  const xml = decode(packet.subarray(0, MAX_BYTES));
  const simple = (tag: string): string | undefined => {
    const found = new RegExp(`<${tag}(?:\\s[^>]*)?>([^<]*)</${tag}>|\\s${tag}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(xml);
    return found === null ? undefined : clean(found[1] ?? found[2] ?? found[3] ?? '');
  };
  const items = (tag: string): { readonly language: string; readonly text: string }[] => {
    const [, list = ''] = new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`).exec(xml) ?? [];
    return [...list.matchAll(/<rdf:li(\s[^>]*)?>([^<]*)<\/rdf:li>/g)].map(([, attributes = '', text = '']) => ({
      language: /xml:lang\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '',
      text: clean(text) ?? '',
    }));
  };
  const inDefaultLanguage = (tag: string): string | undefined => {
    const found = items(tag);
    return (found.find(({ language }) => language === 'x-default') ?? found[0])?.text ?? simple(tag);
  };
  const authors = items('dc:creator').map(({ text }) => text);
  return {
    title: inDefaultLanguage('dc:title'),
    author: authors.length > 0 ? authors.join(', ') : simple('dc:creator'),
    subject: inDefaultLanguage('dc:description'),
    keywords: simple('pdf:Keywords'),
    creator: simple('xmp:CreatorTool'),
    producer: simple('pdf:Producer'),
    createdAt: simple('xmp:CreateDate'),
    modifiedAt: simple('xmp:ModifyDate'),
  };
}

/** UTF-8, or UTF-16 by its byte order mark. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xfe && second === 0xff ? 'utf-16be' : first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function clean(text: string): string | undefined {
  const decoded = text
    .trim()
    .replace(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (whole, decimal?: string, hexadecimal?: string, named?: string) => {
      const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
      if (named !== undefined) return ENTITIES[named] ?? whole;
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
  return decoded === '' ? undefined : decoded;
}
