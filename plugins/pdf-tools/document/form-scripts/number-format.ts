/** How a field shows numbers: the arguments of `AFNumber_Format` and `AFPercent_Format` (Acrobat Forms Plug-In, AForm.js). */
export interface NumberStyle {
  readonly decimals: number;
  /** 0: 1,234.5; 1: 1234.5; 2: 1.234,5; 3: 1234,5; 4: 1'234.5 */
  readonly separators: number;
  /** 0: minus; 1: red; 2: parentheses; 3: red parentheses */
  readonly negative: number;
  readonly symbol: string;
  readonly isSymbolFirst: boolean;
  readonly isPercent: boolean;
}

interface ShownNumber {
  readonly text: string;
  readonly isRed: boolean;
}

const SEPARATORS = [
  [',', '.'],
  ['', '.'],
  ['.', ','],
  ['', ','],
  ["'", '.'],
] as const;
/** As many as `Intl.NumberFormat` rounds to. */
const MAX_DECIMALS = 100;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** The number that a field's text stands for, in the notation of JSON; a comma is a decimal one where the field shows it so. */
export function readNumber(text: string, style?: { readonly separators?: number }): `${number}` | undefined {
  const usesComma = SEPARATORS[style?.separators ?? 0]?.[1] === ',';
  const plain = text.trim();
  const number = usesComma && !plain.includes('.') ? plain.replace(',', '.') : plain;
  return NUMBER.test(number) ? (number as `${number}`) : undefined;
}

/** Undefined for a text that is no number. */
export function showNumber(text: string, style: NumberStyle): ShownNumber | undefined {
  const number = readNumber(text, style);
  const [group, point] = SEPARATORS[style.separators] ?? SEPARATORS[0];
  if (number === undefined) return undefined;
  const isNegative = number.startsWith('-') && /[1-9]/.test(number);
  const decimals = Math.min(Math.max(0, Math.floor(style.decimals)), MAX_DECIMALS);
  const digits = new Intl.NumberFormat('en-US', {
    style: style.isPercent ? 'percent' : 'decimal',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
    .formatToParts(number.replace(/^[+-]/, '') as `${number}`)
    .map(({ type, value }) => (type === 'group' ? group : type === 'decimal' ? point : type === 'percentSign' ? '' : value))
    .join('');
  const whole = style.isSymbolFirst ? `${style.symbol}${digits}` : `${digits}${style.symbol}`;
  if (!isNegative) return { text: whole, isRed: false };
  const isRed = style.negative === 1 || style.negative === 3;
  if (style.negative >= 2) return { text: `(${whole})`, isRed };
  return { text: isRed ? whole : `-${whole}`, isRed };
}
