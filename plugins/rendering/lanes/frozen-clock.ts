import type { CdpPage } from '../chromium/browser.ts';

/** The clock, time zone and randomness that scripts of a reproducible document see. */
export interface FrozenClock {
  readonly now: Date;
  /** IANA name. */
  readonly timezone: string;
}

/** What moves the clock of a page and of the frames in it, below a name that is no name in a document. */
const ADVANCE = "Symbol.for('platen.advance')";
/** Every source of time and randomness that a page's scripts have; workers have others, which are left. */
const FREEZE = `(now) => {
  let elapsed = 0;
  const children = () => Array.from({ length: globalThis.length }, (_, i) => globalThis[i]);
  Object.defineProperty(globalThis, ${ADVANCE}, {
    value: (ms) => {
      now += ms;
      elapsed += ms;
      for (const frame of children()) try { frame[${ADVANCE}]?.(ms); } catch {}
    },
  });
  const RealDate = Date;
  const at = () => now;
  RealDate.now = at;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now] : args, self),
    apply: () => new RealDate(now).toString(),
  });
  RealDate.prototype.constructor = globalThis.Date;
  Performance.prototype.now = () => elapsed;
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) => request(typeof callback === 'function' ? () => callback(elapsed) : callback);

  const formats = Intl.DateTimeFormat.prototype;
  const format = Object.getOwnPropertyDescriptor(formats, 'format').get;
  Object.defineProperty(formats, 'format', {
    configurable: true,
    get() {
      const own = format.call(this);
      return (date = now) => own(date);
    },
  });
  const { formatToParts } = formats;
  formats.formatToParts = function (date = now) {
    return formatToParts.call(this, date);
  };
  if (globalThis.Temporal !== undefined) {
    const clock = Temporal.Now;
    const zoned = (zone = clock.timeZoneId()) => Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
    clock.instant = () => Temporal.Instant.fromEpochMilliseconds(now);
    clock.zonedDateTimeISO = zoned;
    clock.plainDateTimeISO = (zone) => zoned(zone).toPlainDateTime();
    clock.plainDateISO = (zone) => zoned(zone).toPlainDate();
    clock.plainTimeISO = (zone) => zoned(zone).toPlainTime();
  }

  let state = 0x9e3779b9;
  // Mulberry32: 32 bits of state are enough for what charts and ids need.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  Math.random = () => next() / 0x100000000;
  const fill = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() >>> 24;
    return array;
  };
  Crypto.prototype.getRandomValues = fill;
  Crypto.prototype.randomUUID = () => {
    const bytes = fill(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}`;

/** Stops the clock of a page before any script of its document runs; it goes on by {@link advanceClock} alone. */
export async function freezeClock(page: CdpPage, { now, timezone }: FrozenClock): Promise<void> {
  const source = `(${FREEZE})(${String(now.getTime())})`;
  await Promise.all([
    page.send('Emulation.setTimezoneOverride', { timezoneId: timezone }),
    // In frames that the document makes, too.
    page.send('Page.addScriptToEvaluateOnNewDocument', { source, runImmediately: true }),
  ]);
}

/** Lets a stopped clock jump: scripts that run from now on see the time `ms` later. */
export async function advanceClock(page: CdpPage, ms: number): Promise<void> {
  await page.send('Runtime.evaluate', { expression: `globalThis[${ADVANCE}]?.(${String(ms)})` });
}
